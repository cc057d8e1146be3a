import { Button, MenuItem, Stack, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Ask } from '../../parts/Ask.tsx';
import { utcText } from '../../parts/dates.ts';
import { Panel, Screen, Waiting } from '../../parts/Panel.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { request } from '../../shell/client.ts';

const POLL_MS = 2_000;

/** The lag of each reader behind its source. */
export const Lag = () => {
  const shown = useAnswer('/ops/v1/lag', { per_page: 100 }, POLL_MS);
  return (
    <Screen title="Lag">
      <Panel>
        <Waiting shown={shown}>
          <Rows
            rows={shown.data ?? []}
            emptyText="There are no readers."
            columns={[
              { label: 'Service', cell: ({ service }) => service },
              { label: 'Reader', cell: ({ reader }) => reader },
              { label: 'Source', cell: ({ source }) => source },
              { label: 'Behind', cell: ({ behind, unit }) => (behind === null ? '–' : `${behind} ${unit ?? ''}`) },
              { label: 'Fault', cell: ({ fault }) => fault },
            ]}
          />
        </Waiting>
      </Panel>
    </Screen>
  );
};

const LETTERS = '/ops/v1/dead-letters';

/** Events that could not be handled. */
export const DeadLetters = () => {
  const translate = useTranslate();
  const act = useAction();
  const shown = useAnswer(LETTERS, { per_page: 100 }, POLL_MS);
  const send = async (action: string, body: object, done: string): Promise<void> => {
    await act(() => request('POST', `${LETTERS}/${action}`, { body }), done);
    shown.reload();
  };
  return (
    <Screen title="Dead letters">
      <Panel>
        <Waiting shown={shown}>
          <Rows
            rows={shown.data ?? []}
            emptyText="There are no dead letters."
            columns={[
              { label: 'Subscription', cell: ({ subscription, service }) => subscription ?? service },
              { label: 'Key', cell: ({ key }) => key },
              { label: 'Event', cell: ({ type }) => type },
              { label: 'Time', cell: ({ at }) => utcText(at) },
              { label: 'Reason', cell: ({ reason }) => reason },
              { label: 'Waiting behind it', cell: ({ waiting }) => waiting },
              {
                label: 'Action',
                cell: ({ subscription, key }) =>
                  subscription && (
                    <>
                      <Button onClick={() => send('replay', { subscription, key }, 'Trying again.')}>
                        {translate('Retry')}
                      </Button>
                      <Ask
                        label="Drop"
                        text="The event is dropped for good, and later ones of its key go on."
                        onYes={() => void send('discard', { subscription, key }, 'Dropped')}
                      />
                    </>
                  ),
              },
            ]}
          />
        </Waiting>
      </Panel>
    </Screen>
  );
};

const SERVICES = ['core', 'calendar', 'redirection', 'translation', 'misc'];

/** Rebuilding documents from the log. */
export const Rebuild = () => {
  const translate = useTranslate();
  const act = useAction();
  const shown = useAnswer('/ops/v1/rebuilds', { per_page: 50 }, POLL_MS);
  const [service, setService] = useState(SERVICES[0]);
  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await act(() => request('POST', '/ops/v1/rebuilds', { body: { service } }), 'The rebuild has begun.');
    shown.reload();
  };
  return (
    <Screen title="Rebuild documents">
      <Panel title="New rebuild">
        <p>{translate('The documents are made again from the log. Meanwhile the site uses the present ones.')}</p>
        <Stack component="form" onSubmit={start} direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <TextField
            select
            label={translate('Service')}
            value={service}
            onChange={({ target }) => setService(target.value)}
            sx={{ minWidth: 220 }}
          >
            {SERVICES.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <Button type="submit" variant="contained" sx={{ alignSelf: 'center' }}>
            {translate('Rebuild documents')}
          </Button>
        </Stack>
      </Panel>
      <Panel title="Rebuilds of the last thirty days">
        <Waiting shown={shown}>
          <Rows
            rows={shown.data ?? []}
            emptyText="No rebuild in the last thirty days."
            columns={[
              { label: 'Service', cell: (each) => each.service },
              { label: 'Status', cell: ({ status }) => status },
              { label: 'Position', cell: ({ position, last }) => `${position} / ${last}` },
              { label: 'Started', cell: ({ started }) => utcText(started) },
              { label: 'Finished', cell: ({ finished }) => utcText(finished) },
              { label: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
        </Waiting>
      </Panel>
    </Screen>
  );
};

/** The newest events that services publish. */
export const LiveEvents = () => {
  const shown = useAnswer('/ops/v1/events', { order: 'desc', limit: 50 }, POLL_MS);
  return (
    <Screen title="Events">
      <Panel>
        <Waiting shown={shown}>
          <Rows
            rows={shown.data ?? []}
            emptyText="No event yet."
            columns={[
              { label: 'Time', cell: ({ time }) => utcText(time) },
              { label: 'Event', cell: ({ type }) => type },
              { label: 'Subject', cell: ({ subject }) => subject },
              {
                label: 'Data',
                cell: ({ data }) => (
                  <details>
                    <summary>{Object.keys(data).slice(0, 3).join(', ')}</summary>
                    <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                      {JSON.stringify(data, null, 2)}
                    </pre>
                  </details>
                ),
              },
            ]}
          />
        </Waiting>
      </Panel>
    </Screen>
  );
};
