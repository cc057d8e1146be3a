import moment from 'moment-timezone';

const HOUR = 3_600_000;
/** The offsets in use, in hours. */
const MIN_OFFSET_HOURS = -12;
const MAX_OFFSET_HOURS = 14;

/** A zone as a table of periods: period `i` ends before `untils[i]` (instants in ms, the last Infinity). */
export interface Zone {
  readonly name: string;
  readonly untils: readonly number[];
  /** Milliseconds to add to UTC in each period. */
  readonly offsets: readonly number[];
  readonly abbreviations: readonly string[];
  /** `untils` in the zone's local time before the change. */
  readonly localUntils: readonly number[];
}

const zones = new Map<string, Zone>();

const table = (name: string, untils: number[], offsets: number[], abbreviations: string[]): Zone => ({
  name,
  untils,
  offsets,
  abbreviations,
  localUntils: untils.map((until, index) => until + (offsets[index] ?? 0)),
});

/** Returns the milliseconds of `UTC+2`, `UTC-3.5`, `UTC+5:30`, `+05:30`; undefined for other text. */
const fixedOffset = (text: string): number | undefined => {
  const match = /^(?:UTC(?=.))?([+-])(\d{1,2})(?:\.(\d{1,2})|:([0-5]\d))?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign, whole, decimals, minutes] = match;
  const hours = Number(whole) + (decimals === undefined ? Number(minutes ?? 0) / 60 : Number(`0.${decimals}`));
  const signed = sign === '-' ? 0 - hours : hours;
  return signed < MIN_OFFSET_HOURS || signed > MAX_OFFSET_HOURS ? undefined : Math.round(signed * 60) * 60_000;
};

const build = (text: string): Zone | undefined => {
  const offset = fixedOffset(text);
  if (offset !== undefined)
    return table(text.toUpperCase(), [Number.POSITIVE_INFINITY], [offset], [text.toUpperCase()]);
  const found = /^[A-Za-z][\w+/-]*$/.test(text) ? moment.tz.zone(text) : null;
  if (found === null) return undefined;
  const offsets = found.offsets.map((minutes) => Math.round((0 - minutes) * 60) * 1000);
  const untils = found.untils.map((until) => until ?? Number.POSITIVE_INFINITY);
  return table(found.name, untils, offsets, found.abbrs);
};

const find = (text: string): Zone | undefined => {
  const known = zones.get(text);
  if (known !== undefined) return known;
  const zone = build(text);
  return zone && zones.getOrInsert(zone.name, zone);
};

/** Returns the table of a zone. @throws RangeError for an unknown zone */
export const zoneOf = (text: string): Zone => {
  const zone = find(text);
  if (zone === undefined) throw new RangeError(`no time zone: ${text}`);
  return zone;
};

/**
 * Returns the canonical name of a zone (`europe/paris` -> `Europe/Paris`, `utc+2` -> `UTC+2`); undefined for an unknown
 * zone. Zones are IANA names, links included, `UTC` and the fixed offsets `UTC+N`, `UTC-N.N`, `UTC+N:MM`
 * (docs/interface/dates.md §3).
 */
export const canonicalZone = (text: string): string | undefined => (/^[+-]/.test(text) ? undefined : find(text)?.name);

/** True if the text names a zone; see `canonicalZone`. */
export const isZone = (text: string): boolean => canonicalZone(text) !== undefined;

/** Returns the zone as `calx/v1` stores it: `+03:00` for `UTC+3`, others unchanged (docs/interface/dates.md §3). */
export const offsetZoneName = (zone: string): string => {
  const offset = fixedOffset(zone);
  if (offset === undefined) return canonicalZone(zone) ?? zone;
  const size = Math.abs(offset);
  const minutes = String((size % HOUR) / 60_000).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${String(Math.floor(size / HOUR)).padStart(2, '0')}:${minutes}`;
};
