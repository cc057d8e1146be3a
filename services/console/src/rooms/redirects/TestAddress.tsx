import { Alert } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Action } from '../../parts/Action.tsx';
import { Field } from '../../parts/Field.tsx';
import { LineForm } from '../../parts/LineForm.tsx';
import { Panel, Screen } from '../../parts/Panel.tsx';
import { useAction } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';

const textOf = ({ outcome }: Row): string => {
  if (outcome === 'redirect') return 'Visitors are sent to %{location} (%{code}).';
  if (outcome === 'error') return 'Visitors see an error page (%{code}).';
  if (outcome === 'pass') return 'Visitors see another page of this site.';
  return outcome === 'nothing'
    ? 'A rule keeps this address from being redirected.'
    : 'Visitors are sent to a post (%{code}).';
};

/** Finds the rule that answers an address. */
export const TestAddress = () => {
  const translate = useTranslate();
  const act = useAction();
  const [url, setUrl] = useState('');
  const [found, setFound] = useState<Row>();
  const test = async (): Promise<void> => {
    const answer = await act(() => request('GET', '/redirection/v1/redirect/test', { query: { url } }));
    setFound(answer?.data);
  };
  return (
    <Screen title="Test an address">
      <Panel>
        <LineForm action="Test" onSend={test}>
          <Field
            label="Address"
            help="See what happens when someone opens it. The test is not counted."
            value={url}
            onChange={setUrl}
            required
            fullWidth
          />
        </LineForm>
        <div aria-live="polite">
          {found?.rule === null && (
            <Alert severity="info" sx={{ mt: 2 }}>
              {translate('No redirect applies to this address.')}
            </Alert>
          )}
          {found?.rule > 0 && (
            <Alert
              severity="success"
              sx={{ mt: 2 }}
              action={<Action label="Open the rule" to={`/redirects/rules/${found.rule}`} color="inherit" />}
            >
              {translate(textOf(found), found)}
            </Alert>
          )}
        </div>
      </Panel>
    </Screen>
  );
};
