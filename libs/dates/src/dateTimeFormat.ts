const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the format of a language for wall clocks that are given as if in UTC. Its calendar is the Gregorian one, as in
 * addresses and tables of months. Formats are cached: creating one takes far longer than using it.
 * @param tag in the form of BCP 47
 */
export const dateTimeFormat = (tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, calendar: 'gregory', timeZone: 'UTC' });
  formats.set(key, format);
  return format;
};
