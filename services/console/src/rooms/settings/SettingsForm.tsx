import type { ReactNode } from 'react';
import { RecordForm } from '../../form/RecordForm.tsx';
import { EditScreen } from '../../form/RecordScreen.tsx';
import { filledLines } from '../../parts/lines.ts';
import type { Row } from '../../shell/client.ts';
import { restSource } from '../../shell/source.ts';

/** Returns a value as it is sent: lists of lines have no empty ones. */
const sent = (value: unknown): unknown => (Array.isArray(value) ? filledLines(value) : value);

/** The settings of the site. */
export const siteSettings = restSource({
  path: '/core/v2/settings',
  isSingle: true,
  read: (settings) => ({ ...settings, id: 'site' }),
  write: (changes: Row) => Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, sent(value)])),
});

interface SettingsFormProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A screen that changes some settings of the site and leaves the others alone. */
export const SettingsForm = ({ title, children }: SettingsFormProps) => (
  <EditScreen id="site" kind="settings" name={title}>
    <RecordForm sections={{ [title]: children }} />
  </EditScreen>
);
