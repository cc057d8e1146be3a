import { Chip, FormControlLabel, Switch, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Panel, Screen, Waiting } from '../../parts/Panel.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';

const PACKAGES = '/installer/v1/packages';

/** The feature packages of the site. */
export const Packages = () => {
  const translate = useTranslate();
  const shown = useAnswer(PACKAGES);
  const change = (slug: string, isActive: boolean) =>
    shown.change(
      () => request('PATCH', `${PACKAGES}/${slug}`, { body: { status: isActive ? 'active' : 'inactive' } }),
      'Saved',
    );
  const packages: readonly Row[] = shown.data ?? [];
  return (
    <Screen title="Packages">
      <Waiting shown={shown}>
        {packages.map(({ slug, name, description, status, entitled }) => (
          <Panel key={slug}>
            <FormControlLabel
              control={<Switch checked={status === 'active'} onChange={(_event, isOn) => void change(slug, isOn)} />}
              label={name}
              slotProps={{ typography: { sx: { fontWeight: 650 } } }}
            />
            <Typography color="textSecondary">{description}</Typography>
            {entitled === false && <Chip size="small" label={translate('Not part of your subscription')} />}
          </Panel>
        ))}
      </Waiting>
    </Screen>
  );
};
