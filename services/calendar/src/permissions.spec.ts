import { createCommands } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import { anonymous, type Role, sessionNonce } from '@almanac/identity';
import { readPublicPolicy } from '@almanac/service';
import { createFeedOutgoing } from './followed-feeds/fetchFeed.ts';
import { registrations, routesOf } from './service.ts';
import { suggestionDecider } from './suggestions/suggestion.ts';
import { type Asker, calendarOf, serveCalendar, type TestService } from './testing.contract.ts';

const owners = ['own', 'others'] as const;
const callers = ['visitor', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

type Caller = (typeof callers)[number];
type Owner = (typeof owners)[number];

/** The permissions of roles (docs/interface/calendar.md §3). */
const everybody = () => true;
const writers = (caller: Caller) => !['visitor', 'subscriber'].includes(caller);
const atLeast = (least: Caller) => (caller: Caller) => callers.indexOf(caller) >= callers.indexOf(least);
const published = (caller: Caller, owner: Owner) => atLeast(owner === 'own' ? 'author' : 'editor')(caller);

type Rules = Readonly<Record<string, (caller: Caller, owner: Owner) => boolean>>;

const firstGeneration: Rules = {
  'GET /doc': everybody,
  'GET /events': everybody,
  'GET /venues': everybody,
  'GET /organizers': everybody,
  'GET /categories': everybody,
  'GET /tags': everybody,
  'POST /events': writers,
  'POST /venues': writers,
  'POST /organizers': writers,
  'POST /categories': atLeast('author'),
  'POST /tags': atLeast('editor'),
  ...records('events'),
  ...records('venues'),
  ...records('organizers'),
  ...terms('categories', atLeast('author')),
  ...terms('tags', atLeast('editor')),
};

const secondGeneration: Rules = {
  'GET /docs': everybody,
  ...secondRecords('events'),
  ...secondRecords('venues'),
  ...secondRecords('organizers'),
  'GET /suggestions': atLeast('editor'),
  'GET /suggestions/{id:\\d+}': atLeast('editor'),
  'POST /suggestions/{id:\\d+}/decline': atLeast('editor'),
  'GET /series/{id:\\d+}': everybody,
  ...Object.fromEntries(['PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /series/{id:\\d+}`, published])),
  'GET /series/{id:\\d+}/occurrences': everybody,
};

function secondRecords(plural: string): Rules {
  const one = `/${plural}/{id:\\d+}`;
  return {
    [`GET /${plural}`]: everybody,
    [`POST /${plural}`]: writers,
    [`GET ${one}`]: everybody,
    ...Object.fromEntries(['PUT', 'PATCH', 'DELETE'].map((method) => [`${method} ${one}`, published])),
  };
}

const postTypes: Rules = {
  ...postRecords('cal_events'),
  ...postRecords('cal_venue'),
  ...postRecords('cal_organizer'),
  'GET /cal_events_cat': everybody,
  'POST /cal_events_cat': atLeast('author'),
  ...terms('cal_events_cat', atLeast('author')),
};

function postRecords(type: string): Rules {
  const one = `/${type}/{id:\\d+}`;
  return {
    [`GET /${type}`]: everybody,
    [`POST /${type}`]: writers,
    [`GET ${one}`]: everybody,
    ...Object.fromEntries(['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} ${one}`, published])),
  };
}

const views: Rules = { 'GET /html': everybody, 'POST /html': everybody };

/** An outside service pushes batches without an account: its credentials are the import's id and hash. */
const imports: Rules = {
  'POST /import': atLeast('administrator'),
  'GET /import/{import_id:\\w+}': atLeast('administrator'),
  'POST /import/{import_id:\\w+}/batch': everybody,
  'POST /import/{import_id:\\w+}/state': everybody,
  'GET /feeds': atLeast('editor'),
  'POST /feeds': atLeast('editor'),
  ...Object.fromEntries(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /feeds/{id:\\d+}`, atLeast('editor')]),
  ),
  'POST /feeds/{id:\\d+}/run': atLeast('editor'),
};

const onboarding: Rules = {
  'POST /wizard': atLeast('administrator'),
  'GET /settings': atLeast('administrator'),
};

const IMPORTS = 'cal/event-import/v1';

const rules: Readonly<Record<string, Rules>> = {
  'cal/events/v1': firstGeneration,
  'cal/views/v2': views,
  'calx/v1': secondGeneration,
  'calx/v2/onboarding': onboarding,
  'core/v2': postTypes,
  [IMPORTS]: imports,
};

function records(plural: string) {
  const paths = [`/${plural}/{id:\\d+}`, `/${plural}/by-slug/{slug}`];
  return Object.fromEntries(
    paths.flatMap((path) => [
      [`GET ${path}`, everybody],
      ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} ${path}`, published]),
    ]),
  );
}

function terms(plural: string, may: (caller: Caller) => boolean) {
  const path = `/${plural}/{id:\\d+}`;
  return {
    [`GET ${path}`]: everybody,
    ...Object.fromEntries(['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} ${path}`, may])),
  };
}

const declared = routesOf(calendarOf(), createTexts()).flatMap(({ namespace, path, methods }) =>
  methods.map((method) => ({ namespace, method, path, name: `${method} ${path}` })),
);

const bodies: Readonly<Record<string, object>> = {
  events: { title: 'Made', start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' },
  venues: { venue: 'Made', title: 'Made' },
  organizers: { organizer: 'Made', title: 'Made' },
  categories: { name: 'Made' },
  tags: { name: 'Made' },
  series: { title: 'Made' },
  cal_events: { title: 'Made' },
  cal_venue: { title: 'Made' },
  cal_organizer: { title: 'Made' },
  cal_events_cat: { name: 'Made' },
};

const TERMS = ['categories', 'tags', 'cal_events_cat'];

/** True for a route in the form of posts: `cal_events`. */
const isPostType = (plural: string): boolean => plural.startsWith('cal_');

/** Terms in the form of posts have no trash. */
const forced = (namespace: string, method: string): string =>
  namespace === 'core/v2' && method === 'DELETE' ? '?force=true' : '';

/** Returns the code with which a route refuses a caller. */
const refusalOf = ({ namespace, method, path }: (typeof declared)[number]): string => {
  if (namespace !== 'core/v2') return 'rest_forbidden';
  if (method === 'DELETE') return 'rest_cannot_delete';
  if (!path.includes('{')) return 'rest_cannot_create';
  return path.startsWith('/cal_events_cat') ? 'rest_cannot_update' : 'rest_cannot_edit';
};

describe('the rights matrix', () => {
  it('covers every route', () => {
    const names = Object.entries(rules).flatMap(([namespace, of]) => Object.keys(of).map((name) => [namespace, name]));
    expect(declared.map(({ namespace, name }) => [namespace, name]).sort()).toEqual(names.sort());
  });

  describe.each(callers)('%s', (caller) => {
    let calendar: TestService;
    beforeAll(async () => {
      calendar = await serveCalendar({}, undefined, {
        following: { feedOutgoing: createFeedOutgoing(readPublicPolicy({ PRIVATE_TARGETS: '127.0.0.1' })) },
      });
    });
    afterAll(() => calendar.stop());

    /** A record by the caller, or by an administrator, published by the latter. */
    const subject = async (plural: string, owner: Owner): Promise<{ id: number; slug: string }> => {
      const body = {
        ...bodies[plural],
        ...(!TERMS.includes(plural) && { author: owner === 'own' ? idOf(caller) : 1 }),
      };
      if (plural === 'suggestions') return suggestionSubject();
      if (plural === 'series') return seriesSubject(body);
      const made = isPostType(plural) ? { ...body, status: 'publish' } : body;
      const namespace = isPostType(plural) ? 'core/v2' : 'cal/events/v1';
      const answer = await calendar.ask('administrator', 'POST', `/${plural}`, {
        body: named(plural, made),
        namespace,
      });
      expect(answer.status).toBe(201);
      return answer.body;
    };

    const seriesSubject = async (sent: object): Promise<{ id: number; slug: string }> => {
      const body = { ...bodies.events, ...sent, recurrence: { rules: ['FREQ=DAILY;COUNT=2'] } };
      const answer = await calendar.ask('administrator', 'POST', '/events', { body });
      return { id: answer.body.series.id, slug: '' };
    };

    const suggestionSubject = async (): Promise<{ id: number; slug: string }> => {
      const sent = { ...bodies.events, status: 'pending' };
      const { body } = await calendar.ask('administrator', 'POST', '/events', { body: sent });
      const commands = createCommands({ ...calendar, registrations });
      const context = { principal: 'anonymous', language: 'en', correlation: 'spec', causation: 'spec' } as const;
      await commands.run(context, (unit) => unit.decide(suggestionDecider, body.id, { type: 'Receive' }, undefined));
      return body;
    };

    /** Returns the query of a view with the nonce of visitors, with which everybody may request it. */
    const viewed = (): string => {
      const tvn2 = sessionNonce(anonymous, { action: 'view', secret: calendar.secret, now: calendar.now() });
      return `?${new URLSearchParams({ u: '/events/', tvn2 })}`;
    };

    const askForImport = async ({ method, path }: (typeof declared)[number]) => {
      const started = await calendar.ask('administrator', 'POST', '/import', {
        namespace: IMPORTS,
        body: { origin: 'feed' },
      });
      const counts = { total: 1, done: 0 };
      const body = {
        ...started.body,
        status: path.endsWith('batch') ? { data: counts, batch: counts } : 'success',
        message: 'Done',
        message_slug: 'done',
      };
      return calendar.ask(caller as Asker, method, path.replace('{import_id:\\w+}', body.import_id), {
        namespace: IMPORTS,
        body: method === 'GET' ? undefined : body,
      });
    };

    /** Returns the administrator's nonce, which no other user can use. */
    const wizardNonce = async (): Promise<object> => {
      const { body } = await calendar.ask('administrator', 'GET', '/settings', { namespace: 'calx/v2/onboarding' });
      return { action_nonce: body.action_nonce };
    };

    const askForFeed = async ({ method, path }: (typeof declared)[number]) => {
      const feed = { url: 'http://127.0.0.1:9/events.ics', paused: true };
      const options = { body: feed, namespace: IMPORTS };
      const { body } = path.includes('{')
        ? await calendar.ask('administrator', 'POST', '/feeds', options)
        : { body: {} };
      const given = method === 'POST' && path === '/feeds' ? feed : undefined;
      return calendar.ask(caller as Asker, method, path.replace('{id:\\d+}', String(body.id)), {
        ...options,
        body: given,
      });
    };

    const askFor = async ({ namespace, method, path }: (typeof declared)[number], owner: Owner) => {
      const plural = path.split('/')[1] ?? '';
      const { id, slug } = path.includes('{') ? await subject(plural, owner) : { id: 0, slug: '' };
      const target =
        path.replace('{id:\\d+}', String(id)).replace('{slug}', slug) + (plural === 'html' ? viewed() : '');
      const body =
        method === 'GET' || method === 'DELETE'
          ? undefined
          : named(plural, plural === 'wizard' ? await wizardNonce() : (bodies[plural] ?? {}));
      const query = forced(namespace, method);
      return calendar.ask(caller as Asker, method, target + query, { body, namespace });
    };

    it.each(
      declared.flatMap((route) =>
        (route.path.includes('{') ? owners : [owners[1]]).map((owner) => ({ ...route, route, owner })),
      ),
    )('decides $namespace $name, $owner', async ({ namespace, name, route, owner }) => {
      const asked = route.path.startsWith('/feeds') ? askForFeed : askForImport;
      const { status, body } = await (namespace === IMPORTS ? asked(route) : askFor(route, owner));
      const may = rules[namespace]?.[name]?.(caller, owner);
      if (may) expect(status).toBeLessThan(300);
      else expect([status, body.code]).toEqual([caller === 'visitor' ? 401 : 403, refusalOf(route)]);
    });
  });
});

let counter = 0;

/** Returns the body with a unique name, since names of terms are unique. */
const named = (plural: string, body: object): object => {
  counter++;
  return 'name' in body ? { ...body, name: `Made ${counter}`, slug: `${plural}-${counter}` } : body;
};

const idOf = (caller: Caller): number => {
  const roles: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];
  return caller === 'visitor' ? 1 : roles.indexOf(caller) + 1;
};
