import { type Language, languageCodes, languageRecord, mainLanguage } from '@almanac/i18n';

/**
 * Returns the site's language that fits a visitor's `Accept-Language` best, for pages whose address names none
 * (docs/interface/translation.md §7). Another region of the same language fits if the exact one is not offered.
 */
export const negotiatedLanguage = (accepted: string | undefined, otherwise: Language): Language => {
  const wanted = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', quality] = entry
        .trim()
        .toLowerCase()
        .split(/(?<!\s)\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found = tag === '*' ? otherwise : offered(tag);
    if (found !== undefined) return found;
  }
  return otherwise;
};

const offered = (tag: string): Language | undefined =>
  languageCodes().find((code) => languageRecord(code).tag.toLowerCase() === tag) ??
  languageCodes().find((code) => mainLanguage(code) === mainLanguage(tag));
