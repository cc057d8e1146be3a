import { Alert, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Screen, Waiting } from '../../parts/Panel.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import type { Row } from '../../shell/client.ts';

const SEVERITIES = { good: 'success', recommended: 'warning', critical: 'error' } as const;
const ORDER = ['critical', 'recommended', 'good'];

const isSeverity = (status: string): status is keyof typeof SEVERITIES => Object.hasOwn(SEVERITIES, status);

/** Returns the text of HTML that the site made itself. */
const textOf = (html: string): string =>
  new DOMParser().parseFromString(html.replaceAll('</p>', '</p>\n'), 'text/html').body.innerText.trim();

/** The tests of the site, the worst first. */
export const Health = () => {
  const translate = useTranslate();
  const shown = useAnswer('/health/v1/tests');
  const tests: readonly Row[] = shown.data ?? [];
  const sorted = tests.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  const worst = sorted.filter(({ status }) => status !== 'good').length;
  return (
    <Screen title="Health">
      <Waiting shown={shown}>
        <Typography sx={{ mb: 2 }} component="p">
          {worst === 0
            ? translate('Everything works.')
            : translate('%{smart_count} thing needs attention. |||| %{smart_count} things need attention.', {
                smart_count: worst,
              })}
        </Typography>
        {sorted.map(({ test, label, status, description, actions }) => (
          <Alert
            key={test}
            severity={isSeverity(status) ? SEVERITIES[status] : 'info'}
            variant="outlined"
            sx={{ mb: 1.5, bgcolor: 'background.paper' }}
          >
            <Typography component="h2" sx={{ fontWeight: 650 }}>
              {label}
            </Typography>
            <Typography sx={{ whiteSpace: 'pre-line' }}>{textOf(description)}</Typography>
            {actions !== '' && <Typography sx={{ whiteSpace: 'pre-line' }}>{textOf(actions)}</Typography>}
          </Alert>
        ))}
      </Waiting>
    </Screen>
  );
};
