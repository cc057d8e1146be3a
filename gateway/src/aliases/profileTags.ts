/** ETags of answers that are rendered with the names of a profile. */
export interface ProfileTags {
  /** Returns the tag of an answer under the profile. */
  readonly mark: (tag: string) => string;
  /** Returns a list of tags without the marks of the profile. */
  readonly unmark: (tags: string) => string;
  /** Returns the tags with the mark, without it: a cache's copy with other names is not current; undefined for none. */
  readonly ownOnly: (tags: string) => string | undefined;
}

const TAG = /(?:W\/)?"[^"]*"/g;

/** @param mark distinguishes the profile and its version; letters and digits */
export const createProfileTags = (mark: string): ProfileTags => {
  const ending = `.${mark}"`;
  const unmark = (tags: string): string => tags.replaceAll(`.${mark}`, '');
  return {
    mark: (tag) => (tag.endsWith('"') ? `${tag.slice(0, -1)}${ending}` : tag),
    unmark,
    ownOnly: (tags) => {
      if (tags.trim() === '*') return tags;
      const own = (tags.match(TAG) ?? []).filter((tag) => tag.endsWith(ending));
      return own.length === 0 ? undefined : unmark(own.join(', '));
    },
  };
};
