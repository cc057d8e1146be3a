import { storedContent, storedTitle } from '@almanac/text';
import { type CleanText, type TranslatedField, textMember } from '../translations/units.ts';

interface Texts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** What is translated of every kind of content; kinds differ in how titles are cleaned. */
export const contentTexts = (cleanTitle: CleanText = storedTitle): readonly TranslatedField<Texts>[] => [
  textMember('title', 'title', cleanTitle),
  textMember('body', 'content', storedContent),
  textMember('excerpt', 'excerpt', storedContent),
];
