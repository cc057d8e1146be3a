/** Returns the query of `/?p=ID` without the id; parameters such as `preview` and `embed` stay in the redirect. */
export const withoutId = (query: string): string => {
  const rest = new URLSearchParams(query);
  rest.delete('p');
  return rest.size === 0 ? '' : `?${rest}`;
};
