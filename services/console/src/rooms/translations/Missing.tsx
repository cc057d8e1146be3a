import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { plainText } from '../../form/postSource.ts';
import { Action } from '../../parts/Action.tsx';
import { dayText } from '../../parts/dates.ts';
import { Field } from '../../parts/Field.tsx';
import { Panel, Screen } from '../../parts/Panel.tsx';
import { AnswerRows } from '../../parts/Rows.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';
import { languageChoices, site } from '../../shell/site.ts';
import { KINDS, type TranslatedKind } from './sources.ts';

/** The number of records of a kind that are shown, the newest ones. */
const MOST_SHOWN = 100;

interface InLanguage {
  readonly language: string;
}

/** Sends a record for translation and opens the job. */
const useSending = () => {
  const act = useAction();
  const navigate = useNavigate();
  return async (element: { readonly type: string; readonly id: number }, language: string): Promise<void> => {
    const body = { elements: [element], target_languages: [language], channel: 'local' };
    const sent = await act(() => request('POST', '/i18n/tm/v1/batches', { body }));
    const [job] = sent?.data.jobs ?? [];
    if (job !== undefined) navigate(`/translations/jobs/${job.extra_data.job_id}`);
  };
};

/** Translations whose original has changed since. */
const OutOfDate = ({ language }: InLanguage) => {
  const translate = useTranslate();
  const send = useSending();
  const shown = useAnswer('/i18n/tm/v1/jobs', { status: 3, target_language: language, limit: MOST_SHOWN });
  return (
    <Panel title="Out of date">
      <AnswerRows
        shown={shown}
        rowsOf={({ jobs }) => jobs}
        emptyText="All translations are up to date."
        columns={[
          { label: 'Title', cell: ({ element }) => element.name },
          {
            label: 'Action',
            cell: ({ element: { type, id, name } }) => (
              <Action
                label="Translate again"
                size="small"
                aria-label={translate('Translate %{name} again', { name })}
                onClick={() => send({ type, id }, language)}
              />
            ),
          },
        ]}
      />
      <Action label="All jobs" to="/translations/jobs" sx={{ ml: -1 }} />
    </Panel>
  );
};

/** The statuses of jobs that are not finished. */
const OPEN = [1, 2, 4, 40, 102];

/** The number of events that a list of the calendar has at most. */
const MOST_EVENTS = 50;

/** Returns open jobs by the record that they translate, and by its series. */
const useOpenJobs = ({ element, hasSeries }: TranslatedKind, language: string) => {
  const query = { status: OPEN, target_language: language, element_type: element, limit: 2 * MOST_SHOWN };
  const { data, reload } = useAnswer('/i18n/tm/v1/jobs', query);
  const jobs: readonly Row[] = data?.jobs ?? [];
  const ids = jobs.map((job) => job.element.id).slice(0, MOST_EVENTS);
  const ofSeries = useAnswer(hasSeries === true && ids.length > 0 ? '/cal/events/v1/events' : undefined, {
    include: ids,
    per_page: MOST_EVENTS,
    _fields: 'events.id,events.series.id',
  });
  const byRecord = new Map<number, number>(jobs.map((job) => [job.element.id, job.extra_data.job_id]));
  const events: readonly Row[] = ofSeries.data?.events ?? [];
  const bySeries = new Map(events.map(({ id, series }) => [series?.id, byRecord.get(id)]));
  return {
    isRead: data !== undefined,
    /** Returns the job of a row of a list. */
    jobOf: ({ id, dates, series }: Row): number | undefined =>
      byRecord.get(id) ?? (dates > 1 ? bySeries.get(series) : undefined),
    reload,
  };
};

/** Returns the row of a record; that of a series stands for all of its dates. */
const rowOf = ({ id, name, title, meta, series }: Row): Row => ({
  id,
  name: plainText(name ?? title.rendered),
  start: meta?._EventStartDate,
  series: series?.id,
  dates: (series?.more ?? 0) + 1,
});

const Named = ({ name, start, dates }: Row) => {
  const translate = useTranslate();
  const count = translate('%{smart_count} date |||| %{smart_count} dates', { smart_count: dates });
  return (
    <>
      {name}
      {start && (
        <Typography variant="body2" color="textSecondary">
          {dayText(start)}
          {dates > 1 && ` · ${count}`}
        </Typography>
      )}
    </>
  );
};

const MissingOf = ({ kind, language }: InLanguage & { readonly kind: TranslatedKind }) => {
  const translate = useTranslate();
  const send = useSending();
  const { isTerm, hasSeries, element: type } = kind;
  const query = {
    per_page: MOST_SHOWN,
    i18n_missing: language,
    ...(isTerm !== true && { status: 'publish' }),
    ...(hasSeries && { collapse_series: true }),
    _fields: 'id,name,title,meta._EventStartDate,series',
  };
  const shown = useAnswer(kind.path, query);
  const { isRead, jobOf, reload } = useOpenJobs(kind, language);
  const rows: readonly Row[] = (shown.data ?? []).map(rowOf);
  const unsent = rows.filter((row) => jobOf(row) === undefined);
  const sendAll = async (): Promise<void> => {
    const body = {
      elements: unsent.map(({ id }) => ({ type, id })),
      target_languages: [language],
      channel: 'local',
    };
    const count = { smart_count: unsent.length };
    const done = translate('%{smart_count} job created. |||| %{smart_count} jobs created.', count);
    await shown.change(() => request('POST', '/i18n/tm/v1/batches', { body }), done);
    reload();
  };
  return (
    <Panel title={kind.label}>
      <AnswerRows
        shown={shown}
        rowsOf={() => rows}
        emptyText="Everything is translated."
        columns={[
          { label: 'Title', cell: (row) => <Named {...row} /> },
          {
            label: 'Action',
            cell: (row) => {
              const { id, name } = row;
              const job = jobOf(row);
              return job === undefined ? (
                <Action
                  label="Translate"
                  size="small"
                  aria-label={translate('Translate %{name}', { name })}
                  onClick={() => send({ type, id }, language)}
                />
              ) : (
                <Action
                  label="Continue"
                  size="small"
                  aria-label={translate('Continue the translation of %{name}', { name })}
                  to={`/translations/jobs/${job}`}
                />
              );
            },
          },
        ]}
      />
      {isRead && unsent.length > 1 && (
        <Action
          label="Create a job for each"
          aria-label={`${translate('Create a job for each')}: ${translate(kind.label)}`}
          sx={{ mt: 1, ml: -1 }}
          onClick={sendAll}
        />
      )}
    </Panel>
  );
};

/** Translations that are out of date or missing in a language. */
export const Missing = () => {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  // lists of each language have the records of the default one that lack a version
  const others = languageChoices.filter(({ id }) => id !== site.defaultLanguage);
  const own = others.find(({ id }) => id === site.language) ?? others[0];
  const language = params.get('language') ?? own?.id;
  return (
    <Screen title="Missing translations">
      {language === undefined ? (
        <Panel>{translate('The site has one language only.')}</Panel>
      ) : (
        <>
          <Field
            label="Language"
            value={language}
            choices={others}
            onChange={(code) => setParams({ language: code })}
            sx={{ mb: 3, minWidth: 240 }}
          />
          <OutOfDate language={language} />
          {KINDS.map((kind) => (
            <MissingOf key={kind.path} kind={kind} language={language} />
          ))}
        </>
      )}
    </Screen>
  );
};
