import { Box, Link, List, ListItem, ListItemText, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { HttpError, Title, useStore, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { plainText } from '../../form/postSource.ts';
import { Action } from '../../parts/Action.tsx';
import { timeText } from '../../parts/dates.ts';
import { Failed } from '../../parts/Failed.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Row, request } from '../../shell/client.ts';
import { languageName, site } from '../../shell/site.ts';
import { useRights } from '../../shell/useRights.ts';

const EVENTS = '/cal/events/v1/events';
const POSTS = '/core/v2/posts';
const ALL_TIMES = { starts_after: '1900-01-01' };

interface Line {
  readonly to: string;
  readonly primary: string;
  readonly secondary?: string | undefined;
}

/** Reads something for a panel; a person without the right sees no panel. */
const usePanel = (name: string, isOpen: boolean, read: () => Promise<Line[]>) =>
  useQuery({ queryKey: ['home', name], enabled: isOpen, queryFn: read, staleTime: 10_000 });

const readAll = async (path: string, query: Readonly<Record<string, unknown>>): Promise<Row[]> => {
  const { data } = await request('GET', path, { query });
  return Array.isArray(data) ? data : (data.events ?? data.items ?? data.jobs);
};

const eventLine = ({ id, title, start_date: start }: Row): Line => ({
  to: `/calendar/events/${id}`,
  primary: plainText(title),
  secondary: timeText(start),
});

const postLine = ({ id, title, modified }: Row): Line => ({
  to: `/content/posts/${id}`,
  primary: title.raw,
  secondary: timeText(modified),
});

/** Reads the posts and events of a status that the person may edit. */
const readOfStatus = async (status: string): Promise<Line[]> => {
  const [posts, events] = await Promise.all([
    readAll(POSTS, { context: 'edit', status, orderby: 'modified', per_page: 5 }),
    readAll(EVENTS, { ...ALL_TIMES, status, per_page: 5 }),
  ]);
  return [...events.map(eventLine), ...posts.map(postLine)];
};

const WEEK_MS = 7 * 86_400_000;
const dayAt = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

const readWeek = (): Promise<Row[]> =>
  readAll(EVENTS, { start_date: dayAt(Date.now()), end_date: dayAt(Date.now() + WEEK_MS), per_page: 20 });

/** Reads this week's events that lack a version in a language of the site. */
const readUntranslated = async (): Promise<Line[]> =>
  (await readWeek()).flatMap((event) => {
    const missing = site.languages.filter(({ code }) => event.i18n?.translations?.[code] === undefined);
    return missing.length === 0
      ? []
      : [{ ...eventLine(event), secondary: missing.map(({ code }) => languageName(code)).join(', ') }];
  });

/** Reads the translations whose original has changed since. */
const readOutOfDate = async (): Promise<Line[]> =>
  (await readAll('/i18n/tm/v1/jobs', { status: 3, limit: 5 })).map(
    ({ element, language_codes: codes, extra_data }) => ({
      to: `/translations/jobs/${extra_data.job_id}`,
      primary: element.name,
      secondary: languageName(codes.target),
    }),
  );

const readMissing = async (): Promise<Line[]> =>
  (await readAll('/redirection/v1/404', { groupBy: 'url', unanswered: true, per_page: 5 })).map(
    ({ url, id, count }) => ({
      to: '/redirects/missing',
      primary: String(url ?? id),
      secondary: String(count),
    }),
  );

/** The lowest status of an answer that is not the person's fault. */
const SERVER_FAULT = 500;

interface ListProps {
  readonly title: string;
  readonly lines: ReturnType<typeof usePanel>;
  /** The English text of an empty list. */
  readonly text: string;
}

const LineList = ({ title, lines, text }: ListProps) => {
  const translate = useTranslate();
  const { data, error, refetch } = lines;
  if (data === undefined) {
    return error instanceof HttpError && error.status >= SERVER_FAULT ? (
      <Panel title={title}>
        <Failed error={error} onRetry={refetch} />
      </Panel>
    ) : null;
  }
  return (
    <Panel title={title}>
      {data.length === 0 ? (
        <Typography color="textSecondary">{translate(text)}</Typography>
      ) : (
        <List dense disablePadding>
          {data.map(({ to, primary, secondary }) => (
            <ListItem key={`${to} ${primary}`} disableGutters>
              <ListItemText
                primary={
                  <Link component={RouterLink} to={to}>
                    {primary}
                  </Link>
                }
                secondary={secondary}
              />
            </ListItem>
          ))}
        </List>
      )}
    </Panel>
  );
};

/** The state of the site in one line, for administrators. */
const Health = () => {
  const translate = useTranslate();
  const {
    data = [],
    error,
    refetch,
  } = useQuery<Row[]>({
    queryKey: ['home', 'health'],
    queryFn: async () => {
      const names = ['store', 'documents', 'lag', 'dead-letters', 'disk'];
      return Promise.all(names.map(async (name) => (await request('GET', `/health/v1/tests/${name}`)).data));
    },
  });
  const bad = data.filter(({ status }) => status !== 'good');
  return (
    <Panel title="Health">
      {error && <Failed error={error} onRetry={refetch} />}
      <Typography role="status">
        {data.length > 0 &&
          (bad.length === 0 ? translate('Everything works.') : bad.map(({ label }) => label).join(' '))}
      </Typography>
    </Panel>
  );
};

/** The time that a first start takes to load its sample, whose events are not a person's first one. */
const SAMPLE_MS = 60_000;

const hasAny = async (path: string, query: Readonly<Record<string, unknown>> = {}): Promise<boolean> =>
  (await readAll(path, { ...query, per_page: 1 })).length > 0;

/** Returns the steps of a new site that nobody has done yet. */
const readSteps = async (): Promise<Line[]> => {
  const history = '/ops/v1/history/settings/site';
  const { headers } = await request('GET', history, { query: { per_page: 1 } });
  const total = Number(headers.get('x-core-total'));
  const [created] = await readAll(history, { per_page: 1, page: total });
  const after = new Date(Date.parse(created?.at) + SAMPLE_MS).toISOString();
  const [hasEvent, hasFeed] = await Promise.all([
    hasAny('/core/v2/cal_events', { context: 'edit', status: 'any', after }),
    hasAny('/cal/event-import/v1/feeds'),
  ]);
  return [
    ...(total > 1 ? [] : [{ to: '/settings/site', primary: 'Name and time zone' }]),
    ...(hasEvent ? [] : [{ to: '/calendar/events/create', primary: 'Add your first event' }]),
    ...(hasFeed ? [] : [{ to: '/calendar/feeds/create', primary: 'Import a calendar' }]),
  ];
};

/** The next steps for a new site, until they are done or an administrator hides them. */
const FirstSteps = () => {
  const [isHidden, setIsHidden] = useStore('home.stepsHidden', false);
  const { data: steps = [] } = usePanel('steps', !isHidden, readSteps);
  if (isHidden || steps.length === 0) return null;
  return (
    <Panel title="Next steps">
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {steps.map(({ primary, to }) => (
          <Action label={primary} key={to} to={to} variant="outlined" />
        ))}
        <Action label="Hide" onClick={() => setIsHidden(true)} sx={{ ml: 'auto' }} />
      </Box>
    </Panel>
  );
};

/** The start of the console: this week, what waits, and what needs repair. */
export const Home = () => {
  const may = useRights();
  const week = usePanel('week', true, async () => (await readWeek()).map(eventLine));
  const drafts = usePanel('drafts', may('edit_posts'), () => readOfStatus('draft'));
  const pending = usePanel('pending', may('edit_others_posts'), () => readOfStatus('pending'));
  const untranslated = usePanel('untranslated', may('edit_posts') && site.languages.length > 1, readUntranslated);
  const outOfDate = usePanel('outOfDate', may('edit_others_posts') && site.languages.length > 1, readOutOfDate);
  const missing = usePanel('missing', may('manage_options'), readMissing);
  return (
    <Box sx={{ pt: 2 }}>
      <Title title="Home" />
      <Box sx={{ display: 'flex', gap: 1, mb: 2, flexWrap: 'wrap' }}>
        {may('edit_cal_events') && <Action label="Add an event" to="/calendar/events/create" variant="contained" />}
        {may('edit_posts') && <Action label="Write a post" to="/content/posts/create" variant="outlined" />}
      </Box>
      {may('manage_options') && <FirstSteps />}
      <Box sx={{ columns: { md: 2 }, columnGap: 2, '& > *': { breakInside: 'avoid' } }}>
        <LineList title="This week" lines={week} text="No events this week." />
        <LineList title="Drafts" lines={drafts} text="No drafts." />
        <LineList title="Waiting for review" lines={pending} text="Nothing is waiting for review." />
        <LineList
          title="Events without a translation"
          lines={untranslated}
          text="This week's events are in every language."
        />
        <LineList title="Translations out of date" lines={outOfDate} text="All translations are up to date." />
        <LineList title="Pages that visitors did not find" lines={missing} text="Visitors found every page." />
        {may('manage_options') && <Health />}
      </Box>
    </Box>
  );
};
