const HOURS = /^UTC([+-])(\d{1,2})$/i;

/** Returns the IANA zone of an answer of the wizard: `UTC+2` is `Etc/GMT-2`; other texts are returned unchanged. */
export const siteZone = (sent: string): string => {
  const [, sign, hours] = HOURS.exec(sent) ?? [];
  if (hours === undefined) return sent;
  return Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
};
