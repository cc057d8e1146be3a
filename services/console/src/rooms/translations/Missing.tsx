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
      <Action label="All jobs" to="/translations/jobs" />
    </Panel>
  );
};

const MissingOf = ({ kind, language }: InLanguage & { readonly kind: TranslatedKind }) => {
  const translate = useTranslate();
  const send = useSending();
  const { isTerm = false } = kind;
  const query = { per_page: MOST_SHOWN, i18n_missing: language, ...(!isTerm && { status: 'publish' }) };
  const shown = useAnswer(kind.path, { ...query, _fields: 'id,name,title,meta._EventStartDate' });
  return (
    <Panel title={kind.label}>
      <AnswerRows
        shown={shown}
        rowsOf={(records) =>
          records.map(({ id, name, title, meta }: Row) => ({
            id,
            name: plainText(name ?? title.rendered),
            start: meta?._EventStartDate,
          }))
        }
        emptyText="Everything is translated."
        columns={[
          { label: 'Title', cell: ({ name, start }) => (start ? `${name} · ${dayText(start)}` : name) },
          {
            label: 'Action',
            cell: ({ id, name }) => (
              <Action
                label="Translate"
                size="small"
                aria-label={translate('Translate %{name}', { name })}
                onClick={() => send({ type: kind.element, id }, language)}
              />
            ),
          },
        ]}
      />
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
