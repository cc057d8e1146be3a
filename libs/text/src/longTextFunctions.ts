import { cleanHtml as clean } from './cleanHtml.ts';
import { displayContent as display, displayExcerpt as displayShort } from './displayContent.ts';
import { excerptFromContent as excerpt } from './excerptFromContent.ts';
import { forLongTexts } from './longTexts.ts';
import { searchableText as search } from './searchableText.ts';
import { storedContent as store } from './storedText.ts';
import { textDigest as digest } from './textDigest.ts';

export const cleanHtml = forLongTexts('cleanHtml', clean);
export const displayContent = forLongTexts('displayContent', display);
export const displayExcerpt = forLongTexts('displayExcerpt', displayShort);
export const excerptFromContent = forLongTexts('excerptFromContent', excerpt);
export const searchableText = forLongTexts('searchableText', search);
export const storedContent = forLongTexts('storedContent', store);
export const textDigest = forLongTexts('textDigest', digest);
