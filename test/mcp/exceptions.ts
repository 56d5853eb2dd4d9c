/** Client scenarios of the conformance suite that don't pass, by its version, each with the reason. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1': {
    'auth/2025-03-26-oauth-metadata-backcompat':
      'its metadata names another issuer than the one that was asked, which the SDK refuses; the suite of 0.2 names the right one',
    'auth/cross-app-access-complete-flow': 'an extension: the host gives a provider of the SDK, CrossAppAccessProvider',
  },
  '0.2': {
    'http-custom-headers':
      '17 of 18 checks pass; the last one gives null for an argument that its schema wants as a text, and such a call is refused before it is made',
    'json-schema-2020-12-preservation':
      '8 of 9 checks pass; the last one wants `$schema` to reach the model, which has no use for it',
    'auth/enterprise-managed-authorization':
      'an extension: the host gives a provider of the SDK, CrossAppAccessProvider',
    'auth/dpop': 'an extension: the host gives a provider with `dpop()`, a DpopSession of the SDK',
    'auth/dpop-nonce': 'an extension, as auth/dpop',
    'auth/wif-jwt-bearer': 'an extension: the host gives a provider that asks with a token of its workload',
  },
}
