/** The columns of a CSV file, in the order of an export. */
export const CSV_COLUMNS = ['source', 'target', 'regex', 'code', 'type', 'hits', 'title', 'status', 'flags'] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

const ADDRESS = '(?: ?(?:url|urls|uri|path|address|link|page|slug|adresse|pfad|seite|dirección|página))*';

/** Spellings of headings in lower case, with blanks between words. */
const HEADINGS: Readonly<Record<CsvColumn, RegExp>> = {
  source: new RegExp(
    `^(?:(?:url )?(?:redirect )?(?:source|src|old|from|origin|original|request|requested|incoming)${ADDRESS}|(?:url )?(?:quelle?|alte?|von|ancienne|de|origen|antigua|desde)${ADDRESS}|url|redirect url)$`,
  ),
  target: new RegExp(
    `^(?:url )?(?:redirect )?(?:target|destination|dest|new|to|goto|location|final|ziel|neue?|nach|cible|nouvelle|vers|destino|nueva|hacia)${ADDRESS}$`,
  ),
  regex: /^(?:is )?(?:regex|regexp|regular expression|matching|match type|format)$/,
  code: /^(?:http |header |redirect |redirection |status |response )*(?:code|código|redirect type|redirection type|http status)$/,
  type: /^(?:action )?(?:type|typ|tipo)$/,
  hits: /^(?:hits|count|clicks|hit count)$/,
  title: /^(?:title|name|note|notes|description|comment)$/,
  status: /^(?:status|enabled|active)$/,
  flags: /^flags$/,
};

/** Returns the place of each column if a row is a heading; undefined for a row with addresses. */
export const readHeading = (row: readonly string[]): ReadonlyMap<CsvColumn, number> | undefined => {
  const names = row.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );
  const places = new Map<CsvColumn, number>();
  for (const column of CSV_COLUMNS) {
    const at = names.findIndex((name) => HEADINGS[column].test(name));
    if (at !== -1) places.set(column, at);
  }
  return places.has('source') && places.has('target') ? places : undefined;
};
