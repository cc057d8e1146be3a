import { type TranslatedField, textMember } from '@almanac/translations';

interface Texts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** What is translated of every kind of content. */
export const contentTexts: readonly TranslatedField<Texts>[] = [
  textMember('title', 'title'),
  textMember('body', 'content'),
  textMember('excerpt', 'excerpt'),
];
