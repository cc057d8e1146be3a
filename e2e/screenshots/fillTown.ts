import { loadSample } from '@almanac/infra/sample';
import type { UploadingClient } from '@almanac/infra/site-client';
import type { Page } from 'playwright-core';
import { drawLogo, drawScene, type Scene, scenes } from './pictures.ts';

type Texts = Readonly<Record<'en' | 'fr-ca' | 'es-us', Readonly<Record<string, string>>>>;
interface CreatedRecord {
  readonly id: number;
}

const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';

const ALTERNATIVES: Readonly<Record<Scene, string>> = {
  'river-hills': 'Hills above the river in the morning',
  'harbour-boat': 'A sailing boat in the harbour',
  'town-skyline': 'The roofs of the town and its church',
  'pine-trees': 'Pines at the edge of the park',
  'evening-hills': 'Hills in the evening',
  'evening-town': 'The town at dusk',
};

const WALK: Texts = {
  en: {
    title: 'A walk along the old river',
    excerpt: 'Five kilometres from the mill to the harbour, with benches, birds and two cafés.',
    content: `The path begins behind the mill and follows the water. Allow two hours, and a third for the cafés.

<h2>From the mill to the weir</h2>
Herons fish below the weir in the morning. The path is level and wide enough for a pram.

<h2>Pictures of the way</h2>
[gallery ids="{gallery}"]

<h2>A film about the river</h2>
${VIDEO}

The film shows the flood of 1987 and how the new dam was built.`,
  },
  'fr-ca': {
    title: 'Une promenade le long de la rivière',
    excerpt: 'Cinq kilomètres du moulin au port, avec des bancs, des oiseaux et deux cafés.',
    content: `Le sentier commence derrière le moulin et suit l’eau. Prévoyez deux heures, et une troisième pour les cafés.

<h2>Du moulin au barrage</h2>
Le matin, des hérons pêchent au pied du barrage. Le sentier est plat et assez large pour une poussette.

<h2>Le chemin en images</h2>
[gallery ids="{gallery}"]

<h2>Un film sur la rivière</h2>
${VIDEO}

Le film montre la crue de 1987 et la construction du nouveau barrage.`,
  },
  'es-us': {
    title: 'Un paseo junto al viejo río',
    excerpt: 'Cinco kilómetros del molino al puerto, con bancos, aves y dos cafés.',
    content: `El sendero empieza detrás del molino y sigue el agua. Calcule dos horas, y una tercera para los cafés.

<h2>Del molino a la presa</h2>
Por la mañana las garzas pescan al pie de la presa. El sendero es llano y apto para cochecitos.

<h2>El camino en imágenes</h2>
[gallery ids="{gallery}"]

<h2>Una película sobre el río</h2>
${VIDEO}

La película muestra la crecida de 1987 y cómo se construyó la nueva presa.`,
  },
};

const LIBRARY: Texts = {
  en: {
    title: 'The library opens on Sundays',
    content:
      'From next month the library is open on Sundays from noon to five. The reading room by the river has new chairs.',
  },
  'fr-ca': {
    title: 'La bibliothèque ouvre le dimanche',
    content:
      'Dès le mois prochain, la bibliothèque ouvre le dimanche de midi à 17 heures. La salle au bord de la rivière a de nouveaux fauteuils.',
  },
  'es-us': {
    title: 'La biblioteca abre los domingos',
    content:
      'A partir del próximo mes, la biblioteca abre los domingos de doce a cinco. La sala junto al río tiene sillones nuevos.',
  },
};

const MARKET: Texts = {
  en: {
    title: 'Forty stalls at the spring market',
    content:
      'Bread, honey, plants and tools: forty stalls were at the spring market by the river. The next market is in June.',
  },
  'fr-ca': {
    title: 'Quarante étals au marché du printemps',
    content:
      'Pain, miel, plantes et outils : quarante étals au marché du printemps, au bord de la rivière. Le prochain marché a lieu en juin.',
  },
  'es-us': {
    title: 'Cuarenta puestos en el mercado de primavera',
    content:
      'Pan, miel, plantas y herramientas: hubo cuarenta puestos en el mercado de primavera, junto al río. El próximo mercado es en junio.',
  },
};

const TOWN_LIFE: Texts = {
  en: { name: 'Town life' },
  'fr-ca': { name: 'Vie de la ville', slug: 'town-life' },
  'es-us': { name: 'Vida del pueblo', slug: 'town-life' },
};

const HISTORY: Texts = {
  en: {
    title: 'History of the town',
    content: 'Riverside grew around its mill. The first bridge over the river dates from 1823.',
  },
  'fr-ca': {
    title: 'Histoire de la ville',
    content: 'Riverside est née autour de son moulin. Le premier pont sur la rivière date de 1823.',
  },
  'es-us': {
    title: 'Historia del pueblo',
    content: 'Riverside creció alrededor de su molino. El primer puente sobre el río es de 1823.',
  },
};

/** The records of the town whose pages and forms the screenshots show, by name. */
export type TownRecords = Readonly<Record<string, number>>;

/** Fills a site with a town's calendar, posts and pictures in three languages, and with one record of each other kind. @param artist a page of a browser, for pictures */
export const fillTown = async (
  clientOf: (language: string) => UploadingClient,
  began: Temporal.Instant,
  artist: Page,
): Promise<TownRecords> => {
  const english = clientOf('en');
  const make = async (path: string, body: object, language = 'en'): Promise<number> =>
    (await clientOf(language).request<CreatedRecord>('POST', path, body)).id;

  /** Creates a record and its versions in the other languages. */
  const makeInAll = async (path: string, texts: Texts, more: object = {}): Promise<number> => {
    const id = await make(path, { status: 'publish', ...more, ...texts.en });
    for (const language of ['fr-ca', 'es-us'] as const)
      await make(path, { status: 'publish', ...more, ...texts[language], translation_of: id }, language);
    return id;
  };

  // the sample's events are in the zone of the site
  await english.request('POST', '/core/v2/settings', { timezone: 'America/New_York' });
  await loadSample(clientOf, began);
  const media: number[] = [];
  for (const scene of scenes) {
    const file = { name: `${scene}.jpg`, type: 'image/jpeg', bytes: await drawScene(artist, scene) };
    const { id } = await english.upload<CreatedRecord>('/core/v2/media', file);
    await english.request('POST', `/core/v2/media/${id}`, {
      alt_text: ALTERNATIVES[scene],
      title: ALTERNATIVES[scene],
    });
    media.push(id);
  }
  const file = { name: 'riverside.jpg', type: 'image/jpeg', bytes: await drawLogo(artist) };
  const site_logo = (await english.upload<CreatedRecord>('/core/v2/media', file)).id;
  const settings = {
    description: 'What is on between the mill and the harbour',
    site_logo,
  };
  await english.request('POST', '/core/v2/settings', settings);

  for (const language of ['en', 'fr-ca', 'es-us']) {
    const { events } = await clientOf(language).request<{ readonly events: readonly CreatedRecord[] }>(
      'GET',
      '/cal/events/v1/events?per_page=20',
    );
    // every fourth event has no picture
    for (const [index, { id }] of events.entries())
      if (index % 4 !== 3)
        await clientOf(language).request('POST', `/cal/events/v1/events/${id}`, { image: media[index % media.length] });
  }
  const { events } = await english.request<{ readonly events: readonly CreatedRecord[] }>(
    'GET',
    '/cal/events/v1/events?per_page=1',
  );
  const venues = await english.request<readonly CreatedRecord[]>('GET', '/core/v2/cal_venue?slug=harbour-park');
  const organizers = await english.request<readonly CreatedRecord[]>('GET', '/core/v2/cal_organizer');
  const eventCategories = await english.request<readonly CreatedRecord[]>('GET', '/core/v2/cal_events_cat');
  const [featured_media] = media;
  const category = await makeInAll('/core/v2/categories', TOWN_LIFE);
  const history = await makeInAll('/core/v2/pages', HISTORY);
  await makeInAll('/core/v2/posts', MARKET, {
    categories: [category],
    featured_media: media[2],
    date: '2031-05-05T09:00:00',
  });
  await makeInAll('/core/v2/posts', LIBRARY, {
    categories: [category],
    featured_media: media[3],
    date: '2031-05-12T09:00:00',
  });
  const gallery = media.join(',');
  const withGallery = ({ content = '', ...texts }: Texts['en']) => ({
    ...texts,
    content: content.replace('{gallery}', gallery),
  });
  const walk: Texts = {
    en: withGallery(WALK.en),
    'fr-ca': withGallery(WALK['fr-ca']),
    'es-us': withGallery(WALK['es-us']),
  };
  const post = await makeInAll('/core/v2/posts', walk, {
    categories: [category],
    featured_media,
    date: '2031-05-19T09:00:00',
    comment_status: 'open',
  });
  await make('/core/v2/posts', {
    title: 'Only in English',
    content: 'Ice on the river: what to know.',
    status: 'publish',
    date: '2031-05-20T09:00:00',
  });
  await make('/cal/events/v1/events', {
    title: 'River clean-up',
    description: 'Gloves and bags are there.',
    start_date: '2031-03-15 10:00:00',
    end_date: '2031-03-15 12:00:00',
    venue: venues.map(({ id }) => id),
  });
  await make('/cal/events/v1/events', {
    title: 'Guided walk along the river',
    description: 'Meet at the mill.',
    start_date: '2031-06-03 18:00:00',
    end_date: '2031-06-03 19:30:00',
    venue: venues.map(({ id }) => id),
    recurrence: { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=6'] },
  });
  const comment = await make('/core/v2/comments', { post, content: 'The café at the weir is open again.' });
  const menu = await make('/core/v2/menus', { name: 'Header' });
  await make('/core/v2/menu-items', { title: 'Events', url: '/events/', menus: menu, status: 'publish' });
  const { jobs } = await english.request<{
    readonly jobs: readonly { readonly extra_data: { readonly job_id: number } }[];
  }>('POST', '/i18n/tm/v1/batches', {
    elements: [
      { type: 'post_post', id: post },
      { type: 'tax_category', id: category },
    ],
    target_languages: ['en-ca'],
    channel: 'local',
  });
  const [job = 0, termJob = 0] = jobs.map(({ extra_data }) => extra_data.job_id);
  const { items } = await english.request<{ readonly items: readonly CreatedRecord[] }>(
    'POST',
    '/redirection/v1/redirect',
    {
      url: '/old-calendar',
      group_id: 1,
      match_type: 'url',
      action_type: 'url',
      action_code: 301,
      action_data: { url: '/events/' },
    },
  );
  const popup = await make('/popup/v1/popups', { title: 'Letter of the town', content: '<p>News once a month.</p>' });
  const webhook = await make('/ops/v1/webhooks', { url: 'https://example.com/hook' });
  return {
    event: events[0]?.id ?? 0,
    venue: venues[0]?.id ?? 0,
    organizer: organizers[0]?.id ?? 0,
    eventCategory: eventCategories[0]?.id ?? 0,
    category,
    medium: featured_media ?? 0,
    page: history,
    post,
    comment,
    menu,
    job,
    termJob,
    rule: items[0]?.id ?? 0,
    popup,
    webhook,
  };
};
