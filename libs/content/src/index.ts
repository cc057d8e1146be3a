export { displayTitle } from './displayTitle.ts';
export { foldAccents, foldText } from './foldText.ts';
export { plainLines, plainName, plainText } from './plainText.ts';
export { cutSlug, decodeSlug, slugOf } from './slug.ts';
export { typographic } from './typographic.ts';
export { type SlugRules, slugCandidates, uniqueSlug } from './uniqueSlug.ts';
export { withoutMarkup, withoutTags } from './withoutTags.ts';
