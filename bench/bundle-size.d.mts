export declare function bundle(
  name: string,
  format?: 'esm' | 'iife',
): Promise<{ readonly code: string; readonly imports: readonly string[] }>

export declare function sizes(): Promise<
  readonly { readonly name: string; readonly bytes: number; readonly gzip: number }[]
>
