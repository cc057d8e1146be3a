import { Stack } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { Ask } from '../../parts/Ask.tsx';
import { utcText } from '../../parts/dates.ts';
import { Field } from '../../parts/Field.tsx';
import { LineForm } from '../../parts/LineForm.tsx';
import { Panel, Screen, Waiting } from '../../parts/Panel.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';
import { readRule, ruleInWords } from '../calendar/recurrence.ts';

const KINDS = [
  { id: 'post', name: 'Post or page' },
  { id: 'event', name: 'Event' },
  { id: 'series', name: 'Series of events' },
  { id: 'venue', name: 'Venue' },
  { id: 'organizer', name: 'Organizer' },
  { id: 'medium', name: 'Picture or file' },
  { id: 'category', name: 'Category' },
  { id: 'tag', name: 'Tag' },
  { id: 'user', name: 'User' },
  { id: 'settings', name: 'Settings' },
  { id: 'rule', name: 'Redirect' },
  { id: 'group', name: 'Group of redirects' },
  { id: 'popup', name: 'Popup' },
];

/** Returns the rules of a series in words; undefined for another value, and for rules that the console does not know. */
const recurrenceText = (value: unknown, translate: ReturnType<typeof useTranslate>): string | undefined => {
  const rules = typeof value === 'object' && value !== null && 'rules' in value ? value.rules : [];
  const known = Array.isArray(rules) ? rules.map((rule) => readRule(String(rule))) : [];
  const words = known.flatMap((rule) => (rule === undefined ? [] : [ruleInWords(rule, translate)]));
  return words.length > 0 && words.length === known.length ? words.join('; ') : undefined;
};

const shownValue = (value: unknown, translate: ReturnType<typeof useTranslate>): string => {
  if (value === null || value === undefined || value === '') return '–';
  const recurrence = recurrenceText(value, translate);
  if (recurrence !== undefined) return recurrence;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Changes = ({ changes }: Row) => {
  const translate = useTranslate();
  return (
    <Rows
      rows={changes}
      emptyText="No field changed."
      columns={[
        { label: 'Member', cell: ({ member }) => <code>{member}</code> },
        { label: 'Before', cell: ({ before }) => shownValue(before, translate) },
        { label: 'After', cell: ({ after }) => shownValue(after, translate) },
      ]}
    />
  );
};

const HistoryOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => {
  const translate = useTranslate();
  const path = `/ops/v1/history/${kind}/${encodeURIComponent(id)}`;
  const shown = useAnswer(path, { per_page: 50 });
  const restore = (version: number) =>
    shown.change(() => request('POST', `${path}/restore`, { body: { version } }), 'Restored');
  const events: readonly Row[] = shown.data ?? [];
  return (
    <Waiting shown={shown}>
      {events.map(({ version, at, type, who, changes }, place) => (
        <Panel key={version}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
            <h2 style={{ margin: 0, fontSize: '1rem' }}>
              {translate('%{time}, %{who}', { time: utcText(at), who })} <code>{type}</code>
            </h2>
            {place > 0 && (
              <Ask
                label="Restore this version"
                text="The record gets the values of this version again. Nothing of its history is lost."
                color="primary"
                onYes={() => restore(version)}
              />
            )}
          </Stack>
          <Changes changes={changes} />
        </Panel>
      ))}
    </Waiting>
  );
};

/** The history of any record. */
export const History = () => {
  const [params, setParams] = useSearchParams();
  const [kind, setKind] = useState(params.get('kind') ?? 'post');
  const [id, setId] = useState(params.get('id') ?? '');
  const isSingle = kind === 'settings';
  const [askedKind, askedId] = [params.get('kind'), params.get('id')];
  return (
    <Screen title="History of any record">
      <Panel>
        <LineForm action="Show" onSend={() => setParams({ kind, id: isSingle ? 'site' : id })}>
          <Field label="Type" value={kind} choices={KINDS} onChange={setKind} sx={{ minWidth: 220 }} />
          {!isSingle && <Field label="Number" value={id} onChange={setId} required inputMode="numeric" />}
        </LineForm>
      </Panel>
      {askedKind !== null && askedId && <HistoryOf kind={askedKind} id={askedId} />}
    </Screen>
  );
};
