import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Action } from '../../parts/Action.tsx';
import { Ask } from '../../parts/Ask.tsx';
import { utcText } from '../../parts/dates.ts';
import { Field } from '../../parts/Field.tsx';
import { LineForm } from '../../parts/LineForm.tsx';
import { Panel, Screen } from '../../parts/Panel.tsx';
import { AnswerRows } from '../../parts/Rows.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { request } from '../../shell/client.ts';

const POLL_MS = 2_000;

/** The lag of each reader behind its source. */
export const Lag = () => {
  const shown = useAnswer('/ops/v1/lag', { per_page: 100 }, POLL_MS);
  return (
    <Screen title="Lag">
      <Panel>
        <AnswerRows
          shown={shown}
          emptyText="There are no readers."
          columns={[
            { label: 'Service', cell: ({ service }) => service },
            { label: 'Reader', cell: ({ reader }) => reader },
            { label: 'Source', cell: ({ source }) => source },
            { label: 'Behind', cell: ({ behind, unit }) => (behind === null ? '–' : `${behind} ${unit ?? ''}`) },
            { label: 'Fault', cell: ({ fault }) => fault },
          ]}
        />
      </Panel>
    </Screen>
  );
};

const LETTERS = '/ops/v1/dead-letters';

/** Events that could not be handled. */
export const DeadLetters = () => {
  const shown = useAnswer(LETTERS, { per_page: 100 }, POLL_MS);
  const send = (action: string, body: object, done: string) =>
    shown.change(() => request('POST', `${LETTERS}/${action}`, { body }), done);
  return (
    <Screen title="Dead letters">
      <Panel>
        <AnswerRows
          shown={shown}
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
                    <Action label="Retry" onClick={() => send('replay', { subscription, key }, 'Trying again.')} />
                    <Ask
                      label="Drop"
                      text="The event is dropped for good, and later ones of its key go on."
                      onYes={() => send('discard', { subscription, key }, 'Dropped')}
                    />
                  </>
                ),
            },
          ]}
        />
      </Panel>
    </Screen>
  );
};

const SERVICES = ['core', 'calendar', 'redirection', 'translation', 'misc'].map((name) => ({ id: name, name }));

/** Rebuilding documents from the log. */
export const Rebuild = () => {
  const translate = useTranslate();
  const shown = useAnswer('/ops/v1/rebuilds', { per_page: 50 }, POLL_MS);
  const [service, setService] = useState('core');
  const start = () =>
    shown.change(() => request('POST', '/ops/v1/rebuilds', { body: { service } }), 'The rebuild has begun.');
  return (
    <Screen title="Rebuild documents">
      <Panel title="New rebuild">
        <p>{translate('The documents are made again from the log. Meanwhile the site uses the present ones.')}</p>
        <LineForm action="Rebuild documents" onSend={start}>
          <Field label="Service" value={service} choices={SERVICES} onChange={setService} sx={{ minWidth: 220 }} />
        </LineForm>
      </Panel>
      <Panel title="Rebuilds of the last thirty days">
        <AnswerRows
          shown={shown}
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
        <AnswerRows
          shown={shown}
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
      </Panel>
    </Screen>
  );
};
