import { Alert, Button, Stack, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
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
  const test = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await act(() => request('GET', '/redirection/v1/redirect/test', { query: { url } }));
    setFound(answer?.data);
  };
  return (
    <Screen title="Test an address">
      <Panel>
        <Stack component="form" onSubmit={test} direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <TextField
            label={translate('Address')}
            helperText={translate('See what happens when someone opens it. The test is not counted.')}
            value={url}
            onChange={({ target }) => setUrl(target.value)}
            required
            fullWidth
          />
          <Button type="submit" variant="contained" sx={{ alignSelf: 'start' }}>
            {translate('Test')}
          </Button>
        </Stack>
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
              action={
                <Button component={Link} to={`/redirects/rules/${found.rule}`} color="inherit">
                  {translate('Open the rule')}
                </Button>
              }
            >
              {translate(textOf(found), found)}
            </Alert>
          )}
        </div>
      </Panel>
    </Screen>
  );
};
