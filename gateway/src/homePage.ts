import { type Catalogues, createTexts, type Language, languageCodes, languages } from '@almanac/i18n';
import { z } from 'zod';

/** What the page shows of an event, as `cal/events/v1` lists it. */
export const upcomingEvents = z.object({
  events: z.array(
    z.object({
      /** Displayed text: entities stand in it, markup may. */
      title: z.string(),
      rest_url: z.string(),
      start_date: z.string(),
      all_day: z.boolean(),
    }),
  ),
});

export type UpcomingEvent = z.output<typeof upcomingEvents>['events'][number];

export interface HomePage {
  readonly name: string;
  readonly description: string;
  readonly language: Language;
  readonly baseUrl: string;
  readonly apiRoot: string;
  /** Undefined when the calendar does not answer. */
  readonly events: readonly UpcomingEvent[] | undefined;
}

export const homePageCatalogues: Catalogues = {
  'fr-ca': {
    'What is on': 'À l’affiche',
    'Nothing is planned just now.': 'Rien n’est prévu pour le moment.',
    'The calendar does not answer just now.': 'Le calendrier ne répond pas pour le moment.',
    'For programs': 'Pour les programmes',
    'The site’s interface starts at {address}.': 'L’interface du site commence à {address}.',
    Languages: 'Langues',
    'The route of this address is not a text.': 'La route de cette adresse n’est pas un texte.',
    'There is nothing at this address.': 'Il n’y a rien à cette adresse.',
  },
  'es-us': {
    'What is on': 'Próximos eventos',
    'Nothing is planned just now.': 'No hay nada previsto por ahora.',
    'The calendar does not answer just now.': 'El calendario no responde en este momento.',
    'For programs': 'Para programas',
    'The site’s interface starts at {address}.': 'La interfaz del sitio comienza en {address}.',
    Languages: 'Idiomas',
    'The route of this address is not a text.': 'La ruta de esta dirección no es un texto.',
    'There is nothing at this address.': 'No hay nada en esta dirección.',
  },
};

/** The English texts of the page. */
export const homePageTexts = Object.keys(homePageCatalogues['fr-ca']);

const texts = createTexts(homePageCatalogues);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);

/** Displayed text without markup; its entities stay. */
const withoutMarkup = (displayed: string): string =>
  displayed.replace(/<[^>]*>/g, '').replace(/[<>"]/g, (character) => ENTITIES[character] as string);

const STYLE = `body{font:1.05rem/1.6 system-ui,sans-serif;max-width:42rem;margin:0 auto;padding:1.5rem;color:#1b1b1b;background:#fff}
a{color:#0b4f9e}h1{margin-bottom:0}time{display:block;color:#4a4a4a}li{margin:.6rem 0}nav ul{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}a{color:#8ec5ff}time{color:#bbb}}`;

const whenOf = (event: UpcomingEvent, language: Language): string => {
  const start = Temporal.PlainDateTime.from(event.start_date.replace(' ', 'T'));
  const tag = languages[language].tag;
  if (event.all_day) return start.toLocaleString(tag, { dateStyle: 'full' });
  return start.toLocaleString(tag, { dateStyle: 'full', timeStyle: 'short' });
};

const eventItem = (event: UpcomingEvent, language: Language): string =>
  `<li><a href="${escaped(event.rest_url)}">${withoutMarkup(event.title)}</a>` +
  `<time datetime="${escaped(event.start_date.replace(' ', 'T'))}">${escaped(whenOf(event, language))}</time></li>`;

const eventList = ({ events, language }: HomePage): string => {
  if (events === undefined) return `<p>${texts.text('The calendar does not answer just now.', language)}</p>`;
  if (events.length === 0) return `<p>${texts.text('Nothing is planned just now.', language)}</p>`;
  return `<ul>${events.map((event) => eventItem(event, language)).join('\n')}</ul>`;
};

const languageLink = (code: Language, { baseUrl, language }: HomePage): string => {
  const { tag, nativeName } = languages[code];
  const current = code === language ? ' aria-current="page"' : '';
  return `<li><a href="${escaped(baseUrl)}/${code}/" lang="${tag}" hreflang="${tag}"${current}>${nativeName}</a></li>`;
};

/** What every page has around its content. */
const layout = (
  page: { readonly title: string; readonly language: Language },
  content: string,
): string => `<!doctype html>
<html lang="${languages[page.language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}</title>
<style>${STYLE}</style>
</head>
<body>
${content}
</body>
</html>
`;

/** The site's first page: what it is, what is on next, where its interface starts. HTML. */
export const homePage = (page: HomePage): string => {
  const translate = (text: string): string => texts.text(text, page.language);
  const root = `${escaped(page.apiRoot)}/`;
  const address = `<a href="${root}"><code>${root}</code></a>`;
  return layout(
    { title: page.name, language: page.language },
    `<header><h1>${escaped(page.name)}</h1><p>${escaped(page.description)}</p></header>
<main>
<h2>${translate('What is on')}</h2>
${eventList(page)}
<h2>${translate('For programs')}</h2>
<p>${translate('The site’s interface starts at {address}.').replace('{address}', address)}</p>
</main>
<nav aria-label="${translate('Languages')}"><ul>${languageCodes.map((code) => languageLink(code, page)).join('')}</ul></nav>`,
  );
};

/** The page of an address where nothing is. HTML. */
export const notFoundPage = (name: string, { language, baseUrl }: Pick<HomePage, 'language' | 'baseUrl'>): string => {
  const title = texts.text('There is nothing at this address.', language);
  const home = `<p><a href="${escaped(baseUrl)}/${language}/">${escaped(name)}</a></p>`;
  return layout({ title, language }, `<main><h1>${title}</h1>${home}</main>`);
};

/** The page of a plain address whose route is no text (core-server.md §1). HTML. */
export const invalidRoutePage = ({ language }: Pick<HomePage, 'language'>): string => {
  const title = texts.text('The route of this address is not a text.', language);
  return layout({ title, language }, `<main><h1>${title}</h1><p><code>rest_path_invalid_type</code></p></main>`);
};
