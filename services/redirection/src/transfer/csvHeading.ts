/** The columns of a CSV file, in the order of an export. */
export const CSV_COLUMNS = ['source', 'target', 'regex', 'code', 'type', 'hits', 'title', 'status', 'flags'] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Words that say nothing about a column, before and after the word that names it. */
const COMMON =
  '(?:urls?|uri|path|address|link|page|slug|adresse?|pfad|seite|dirección|página|indirizzo|pagina|endereço|site|full|relative|redirect|redirection|redirects|umleitung|weiterleitung|redirección|de|of|la|the)';

/** Words around the word for a status code. */
const STATUS = '(?:https?|header|redirect|redirection|redirección|status|statut|estado|stato|response|respuesta|de|di)';

const column = (...names: readonly string[]): RegExp =>
  new RegExp(`^(?:${COMMON} )*(?:${names.join('|')})(?: ${COMMON})*$`);

/** Longer cells are no headings: the patterns below compare each word with many others. */
const MAX_HEADING_CHARACTERS = 100;

/** Spellings of headings in lower case, with blanks between words. */
const HEADINGS: Readonly<Record<CsvColumn, RegExp>> = {
  source: column(
    '(?<=^|^redirect )url(?=$)',
    'source|src|old|from|origin|original|request|requested|incoming',
    'quelle|quell(?:adresse|url|pfad)|alte?|von|bisherige',
    'ancien|ancienne|de|depuis|origine',
    'origen|antigua|antiguo|desde',
    'vecchio|vecchia|da|antiga|antigo|origem|oude?|van',
  ),
  target: column(
    'target|destination|dest|new|to|goto|location|final|redirect url',
    'ziel|ziel(?:adresse|url|pfad)|neue?|nach|zu',
    'cible|nouveau|nouvelle|vers',
    'destino|nueva|nuevo|hacia',
    'nuovo|nuova|destinazione|nova|novo|para|nieuwe?|naar|doel',
  ),
  regex: /^(?:is )?(?:regex|regexp|regular expression|match|matching|match type|format)$/,
  code: new RegExp(
    `^(?:(?:${STATUS} )*(?:(?:status|http|antwort)?code|código|codice)(?: ${STATUS})*|http status|(?:redirect|redirection) type|type de redirection|tipo de redirección|(?:weiterleitung|umleitung)s ?(?:typ|art|code))$`,
  ),
  type: /^(?:action )?(?:type|typ|tipo)$/,
  hits: /^(?:hits|count|clicks|hit count)$/,
  title: /^(?:title|name|note|notes|description|comment)$/,
  status: /^(?:status|enabled|active)$/,
  flags: /^flags$/,
};

/** Returns the place of each column if a row is a heading; undefined for a row with addresses. */
export const readHeading = (row: readonly string[]): ReadonlyMap<CsvColumn, number> | undefined => {
  const names = row.map((cell) =>
    (cell.length > MAX_HEADING_CHARACTERS ? '' : cell)
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .replaceAll(/\([^()]*\)/g, ' ')
      .replaceAll(/[\s_:-]+/g, ' ')
      .trim(),
  );
  const places = new Map<CsvColumn, number>();
  for (const column of CSV_COLUMNS) {
    // `URL,Redirect URL` are source and target
    const at = names.findIndex((name, place) => place !== places.get('source') && HEADINGS[column].test(name));
    if (at !== -1) places.set(column, at);
  }
  return places.has('source') && places.has('target') ? places : undefined;
};
