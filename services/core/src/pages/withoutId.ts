/** The query of `/?p=ID` without the id; the rest goes along to the page it leads to: `preview`, `embed`. */
export const withoutId = (query: string): string => {
  const rest = new URLSearchParams(query);
  rest.delete('p');
  return rest.size === 0 ? '' : `?${rest}`;
};
