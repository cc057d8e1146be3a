import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  Create,
  DataTable,
  RadioButtonGroupInput,
  required,
  SimpleForm,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { shownTime } from '../../parts/dates.ts';
import { EditForm, Saving } from '../../parts/Form.tsx';
import { lines } from '../../parts/lines.ts';
import { Panel, Waiting } from '../../parts/Panel.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';

const STATUSES = new Map([
  ['active', 'On'],
  ['paused', 'Off'],
  ['disabled', 'Stopped after failures'],
]);

const Status = () => {
  const translate = useTranslate();
  const hook = useRecordContext();
  return <>{translate(STATUSES.get(hook?.status) ?? 'Off')}</>;
};

/** The table of webhooks. */
export const WebhookTable = () => (
  <RecordTable title="Webhooks">
    <DataTable.Col source="url" label="Receiver" disableSort sx={{ overflowWrap: 'anywhere' }} />
    <DataTable.Col label="Status">
      <Status />
    </DataTable.Col>
    <DataTable.Col
      source="last_success_at"
      label="Last success"
      disableSort
      render={({ last_success_at: time }) => shownTime(time)}
    />
    <DataTable.Col source="last_error" label="Last error" disableSort />
  </RecordTable>
);

const fields = (
  <>
    <TextInput
      source="url"
      label="Receiver"
      helperText="An address that begins with https://."
      validate={required()}
      fullWidth
    />
    <TextInput
      source="types"
      label="Only these events"
      helperText="One name in each line, such as calendar.event-published.v1. Empty: all events."
      multiline
      minRows={2}
      fullWidth
      {...lines}
    />
  </>
);

/** The form of a new webhook; it shows the secret once. */
export const NewWebhook = () => {
  const translate = useTranslate();
  const [made, setMade] = useState<Row>();
  if (made !== undefined) {
    return (
      <Panel heading="The webhook is ready">
        <p>{translate('The receiver checks the signature of what it gets with this secret. It is shown only now.')}</p>
        <Secret value={made.secret} />
        <Button component={Link} to={`/visitors/webhooks/${made.id}`} variant="contained" sx={{ mt: 2 }}>
          {translate('Try it')}
        </Button>
      </Panel>
    );
  }
  return (
    <Create title="New webhook" redirect={false} mutationOptions={{ onSuccess: setMade }}>
      <SimpleForm toolbar={<Saving />} defaultValues={{ types: [] }} sx={{ maxWidth: 760 }}>
        {fields}
      </SimpleForm>
    </Create>
  );
};

const OUTCOMES = new Map([
  ['delivered', 'Delivered'],
  ['failing', 'Failed; it is tried again'],
  ['failed', 'Failed'],
  ['dropped', 'Left out'],
]);

const POLL_MS = 2_000;

const Deliveries = () => {
  const hook = useRecordContext();
  return hook === undefined ? null : <DeliveriesOf id={hook.id} />;
};

const DeliveriesOf = ({ id }: { readonly id: string | number }) => {
  const translate = useTranslate();
  const act = useAction();
  const path = `/ops/v1/webhooks/${id}`;
  const shown = useAnswer(`${path}/deliveries`, {}, POLL_MS);
  const send = async (to: string, done: string): Promise<void> => {
    await act(() => request('POST', path + to), done);
    shown.reload();
  };
  return (
    <Panel heading="Try it">
      <Button variant="contained" onClick={() => send('/ping', 'A test is on its way.')} sx={{ mb: 2 }}>
        {translate('Send a test')}
      </Button>
      <Waiting shown={shown}>
        <Rows
          rows={shown.data ?? []}
          emptyText="Nothing has been sent yet."
          columns={[
            { label: 'Time', cell: ({ last_attempt: time }) => shownTime(time) },
            { label: 'Event', cell: ({ type }) => type },
            {
              label: 'Outcome',
              cell: ({ status, response_status: code, error }) =>
                [translate(OUTCOMES.get(status) ?? status), code ?? error].filter(Boolean).join(' · '),
            },
            {
              label: 'Repeat',
              cell: (delivery) => (
                <Button size="small" onClick={() => send(`/deliveries/${delivery.id}/redeliver`, 'It is sent again.')}>
                  {translate('Send again')}
                </Button>
              ),
            },
          ]}
        />
      </Waiting>
    </Panel>
  );
};

const Stopped = () => {
  const translate = useTranslate();
  const hook = useRecordContext();
  if (hook?.status !== 'disabled') return null;
  return (
    <Alert severity="warning" sx={{ width: '100%' }}>
      {translate('The receiver failed for days, so nothing is sent any more. Switch it on again once it works.')}
    </Alert>
  );
};

/** The form of a webhook, with its deliveries. */
export const WebhookForm = () => (
  <EditForm title="Webhook" side={<Deliveries />}>
    <Stopped />
    {fields}
    <RadioButtonGroupInput
      source="status"
      label="Status"
      choices={[
        { id: 'active', name: 'On' },
        { id: 'paused', name: 'Off' },
      ]}
    />
  </EditForm>
);
