export * from './environment.ts';
export * from './fetchInternal.ts';
export * from './log.ts';
export * from './service.ts';
export * from './siteSettings.ts';
