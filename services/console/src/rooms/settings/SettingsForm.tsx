import type { ReactNode } from 'react';
import { SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { filledLines } from '../../parts/lines.ts';
import { Panel, Screen, Waiting } from '../../parts/Panel.tsx';
import { useAction, useAnswer } from '../../parts/useAnswer.ts';
import { type Row, request } from '../../shell/client.ts';

const SETTINGS = '/core/v2/settings';

interface SettingsFormProps {
  readonly title: string;
  /** The settings that this screen changes. */
  readonly names: readonly string[];
  readonly children: ReactNode;
}

const Saving = () => (
  <Toolbar sx={{ bgcolor: 'transparent', p: 0, pt: 2 }}>
    <SaveButton />
  </Toolbar>
);

/** Returns a value as it is sent: lists of lines have no empty ones. */
const sent = (value: unknown): unknown => (Array.isArray(value) ? filledLines(value) : value);

/** A screen that changes some settings of the site and leaves the others alone. */
export const SettingsForm = ({ title, names, children }: SettingsFormProps) => {
  const act = useAction();
  const shown = useAnswer(SETTINGS);
  const save = async (data: Row): Promise<void> => {
    const body = Object.fromEntries(names.map((name) => [name, sent(data[name])]));
    const saved = await act(() => request('PATCH', SETTINGS, { body }), 'Saved');
    if (saved !== undefined) shown.reload();
  };
  return (
    <Screen title={title}>
      <Waiting shown={shown}>
        <Panel>
          <SimpleForm
            record={shown.data}
            onSubmit={save}
            toolbar={<Saving />}
            warnWhenUnsavedChanges
            sx={{ p: 0, maxWidth: 760 }}
          >
            {children}
          </SimpleForm>
        </Panel>
      </Waiting>
    </Screen>
  );
};
