import { Chip, FormControlLabel, Switch, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Panel, Screen, Waiting } from '../../parts/Panel.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';

const PACKAGES = '/installer/v1/packages';

/** The feature packages of the site. */
export const Packages = () => {
  const translate = useTranslate();
  const act = useAction();
  const shown = useAnswer(PACKAGES);
  const change = async (slug: string, isActive: boolean): Promise<void> => {
    const body = { status: isActive ? 'active' : 'inactive' };
    await act(() => request('PATCH', `${PACKAGES}/${slug}`, { body }), 'Saved');
    shown.reload();
  };
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
            <Typography color="text.secondary">{description}</Typography>
            {entitled === false && <Chip size="small" label={translate('Not part of your subscription')} />}
          </Panel>
        ))}
      </Waiting>
    </Screen>
  );
};
