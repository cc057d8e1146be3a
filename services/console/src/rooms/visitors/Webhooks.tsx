import { Alert } from '@mui/material';
import { required, SelectInput, TextInput, useTranslate } from 'react-admin';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { Action } from '../../parts/Action.tsx';
import { utcText } from '../../parts/dates.ts';
import { lines } from '../../parts/lines.ts';
import { Panel } from '../../parts/Panel.tsx';
import { AnswerRows } from '../../parts/Rows.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';

const OPEN = [
  { id: 'active', name: 'On' },
  { id: 'paused', name: 'Off' },
];
const STATUSES = [...OPEN, { id: 'disabled', name: 'Stopped after failures' }];

const fields = (
  <>
    <TextInput source="url" label="Receiver" helperText="An address that begins with https://." validate={required()} />
    <TextInput
      source="types"
      label="Only these events"
      helperText="One name per line, such as calendar.event-published.v1. If empty, all events are sent."
      multiline
      minRows={2}
      {...lines}
    />
  </>
);

/** The secret of a new webhook. */
const Created = ({ made }: { readonly made: Row }) => {
  const translate = useTranslate();
  return (
    <Panel title="The webhook is ready">
      <p>{translate('The receiver checks the signature of what it gets with this secret. It is shown only now.')}</p>
      <Secret value={made.secret} />
      <Action label="Try it" to={`/visitors/webhooks/${made.id}`} variant="contained" sx={{ mt: 2 }} />
    </Panel>
  );
};

const OUTCOMES = new Map([
  ['delivered', 'Delivered'],
  ['failing', 'Failed; will be sent again'],
  ['failed', 'Failed'],
  ['dropped', 'Not sent'],
]);

const POLL_MS = 2_000;

const Deliveries = ({ id }: { readonly id: string | number }) => {
  const translate = useTranslate();
  const path = `/ops/v1/webhooks/${id}`;
  const shown = useAnswer(`${path}/deliveries`, {}, POLL_MS);
  const send = (to: string, done: string) => shown.change(() => request('POST', path + to), done);
  return (
    <Panel title="Try it">
      <Action label="Send a test" variant="contained" onClick={() => send('/ping', 'Test sent.')} sx={{ mb: 2 }} />
      <AnswerRows
        shown={shown}
        emptyText="Nothing has been sent yet."
        columns={[
          { label: 'Time', cell: ({ last_attempt: time }) => utcText(time) },
          { label: 'Event', cell: ({ type }) => type },
          {
            label: 'Outcome',
            cell: ({ status, response_status: code, error }) =>
              [translate(OUTCOMES.get(status) ?? status), code ?? error].filter(Boolean).join(' · '),
          },
          {
            label: 'Repeat',
            cell: (delivery) => (
              <Action
                label="Send again"
                size="small"
                onClick={() => send(`/deliveries/${delivery.id}/redeliver`, 'Sending again.')}
              />
            ),
          },
        ]}
      />
    </Panel>
  );
};

const Form = () => {
  const translate = useTranslate();
  const hook = useRecord();
  return (
    <>
      {hook?.status === 'disabled' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('The receiver failed for days, so nothing is sent now. Switch it on again when it works.')}
        </Alert>
      )}
      <RecordForm
        sections={{
          What: (
            <>
              {fields}
              {hook?.id && <SelectInput source="status" label="Status" choices={OPEN} />}
            </>
          ),
        }}
      />
      {hook?.id && <Deliveries id={hook.id} />}
    </>
  );
};

export const webhookScreens = recordScreens({
  create: 'Add a webhook',
  name: 'url',
  deletion: 'Delete',
  columns: [
    { source: 'url', label: 'Receiver' },
    { source: 'status', label: 'Status', choices: STATUSES },
    { label: 'Last success', isMinor: true, cell: ({ last_success_at: time }) => utcText(time) },
    { source: 'last_error', label: 'Last error' },
  ],
  start: { types: [] },
  Form,
  Result: Created,
});
