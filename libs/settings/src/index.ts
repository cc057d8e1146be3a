export { afterSettings } from './afterSettings.ts';
export { FollowedSettings, type FollowingOptions } from './followedSettings.ts';
export { type KeptSettings, keptSettings } from './keptSettings.ts';
export { fixedSettings, type Settings, type SettingsSnapshot } from './settings.ts';
export { siteLanguages } from './siteLanguages.ts';
