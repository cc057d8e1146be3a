export * from './grouping.ts';
export * from './i18nMembers.ts';
export * from './languageFilter.ts';
export * from './translatable.ts';
export * from './translationGroup.ts';
export * from './versionsInLanguage.ts';
