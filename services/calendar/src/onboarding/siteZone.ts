const HOURS = /^UTC([+-])(\d{1,2})$/i;

/** The zone of the site's clocks that an answer of the wizard means: `UTC+2` is the zone with that name, `Etc/GMT-2`. */
export const siteZone = (sent: string): string => {
  const [, sign, hours] = HOURS.exec(sent) ?? [];
  if (hours === undefined) return sent;
  return Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
};
