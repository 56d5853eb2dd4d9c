export * from '@artoo/omega'
