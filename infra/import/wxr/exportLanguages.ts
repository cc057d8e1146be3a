/**
 * Returns the language of the site for a language of another system: the same tag, else the tag without its last parts,
 * else the only language of the site with the same main language.
 * @param foreign a tag such as `fr`, `fr-FR` or `pt_BR`
 */
export const siteLanguageOf = (foreign: string, languages: readonly string[]): string | undefined => {
  const parts = foreign.trim().toLowerCase().replaceAll('_', '-').split('-');
  for (let count = parts.length; count > 0; count--) {
    const tag = parts.slice(0, count).join('-');
    if (languages.includes(tag)) return tag;
  }
  const related = languages.filter((language) => language.split('-')[0] === parts[0]);
  return related.length === 1 ? related[0] : undefined;
};
