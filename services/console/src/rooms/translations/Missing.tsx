import { Button, MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Panel, Screen, Waiting } from '../../parts/Panel.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';
import { site } from '../../shell/site.ts';
import { KINDS, type TranslatedKind } from './sources.ts';

/** The number of records of a kind that are shown, the newest ones. */
const MOST_SHOWN = 100;

interface InLanguage {
  readonly language: string;
}

/** Translations whose original has changed since. */
const OutOfDate = ({ language }: InLanguage) => {
  const translate = useTranslate();
  const shown = useAnswer('/i18n/tm/v1/jobs', { status: 3, target_language: language, limit: MOST_SHOWN });
  return (
    <Panel title="Out of date">
      <Waiting shown={shown}>
        <Rows
          rows={shown.data?.jobs ?? []}
          emptyText="All translations are up to date."
          columns={[
            { label: 'Title', cell: ({ element }) => element.name },
            {
              label: 'Action',
              cell: ({ element, id }) => <Renew element={element} language={language} job={id} />,
            },
          ]}
        />
      </Waiting>
      <Button component={Link} to="/translations/jobs">
        {translate('All jobs')}
      </Button>
    </Panel>
  );
};

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

const Renew = ({ element, language, job }: InLanguage & { readonly element: Row; readonly job: number }) => {
  const translate = useTranslate();
  const send = useSending();
  return (
    <Button
      size="small"
      aria-label={translate('Translate %{name} again', { name: element.name })}
      onClick={() => send({ type: element.type, id: element.id }, language)}
      data-job={job}
    >
      {translate('Translate again')}
    </Button>
  );
};

const MissingOf = ({ kind, language }: InLanguage & { readonly kind: TranslatedKind }) => {
  const translate = useTranslate();
  const send = useSending();
  const query = { per_page: MOST_SHOWN, status: 'publish', i18n_missing: language, _fields: 'id,title' };
  const shown = useAnswer(kind.path, query);
  return (
    <Panel title={kind.label}>
      <Waiting shown={shown}>
        <Rows
          rows={shown.data ?? []}
          emptyText="Everything is translated."
          columns={[
            { label: 'Title', cell: ({ title }) => title.rendered },
            {
              label: 'Action',
              cell: ({ id, title }) => (
                <Button
                  size="small"
                  aria-label={translate('Translate %{name}', { name: title.rendered })}
                  onClick={() => send({ type: kind.element, id }, language)}
                >
                  {translate('Translate')}
                </Button>
              ),
            },
          ]}
        />
      </Waiting>
    </Panel>
  );
};

/** Translations that are out of date or missing in a language. */
export const Missing = () => {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const others = site.languages.filter(({ code }) => code !== site.language);
  const language = params.get('language') ?? others[0]?.code;
  return (
    <Screen title="Missing translations">
      {language === undefined ? (
        <Panel>{translate('The site has one language only.')}</Panel>
      ) : (
        <>
          <TextField
            select
            label={translate('Language')}
            value={language}
            onChange={({ target }) => setParams({ language: target.value })}
            sx={{ mb: 3, minWidth: 240 }}
          >
            {others.map(({ code, name }) => (
              <MenuItem key={code} value={code} lang={code}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <OutOfDate language={language} />
          {KINDS.map((kind) => (
            <MissingOf key={kind.path} kind={kind} language={language} />
          ))}
        </>
      )}
    </Screen>
  );
};
