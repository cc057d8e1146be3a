import { useTranslate } from 'react-admin';
import { Panel, Screen } from '../../parts/Panel.tsx';
import { Rows } from '../../parts/Rows.tsx';

const RIGHTS = [
  { id: 1, label: 'Administrator', text: 'Everything: people, settings, redirects and operations too.' },
  { id: 2, label: 'Editor', text: 'Writes and publishes everything, also what others wrote; popups and comments.' },
  { id: 3, label: 'Author', text: 'Writes and publishes own posts and events; uploads pictures.' },
  { id: 4, label: 'Contributor', text: 'Writes own drafts, which an editor publishes.' },
  { id: 5, label: 'Subscriber', text: 'Signs in, comments and changes the own profile.' },
];

/** The permissions of each role. */
export const RoleTable = () => {
  const translate = useTranslate();
  return (
    <Screen title="Roles">
      <Panel>
        <Rows
          rows={RIGHTS}
          emptyText="Nothing here."
          columns={[
            { label: 'Role', cell: ({ label }) => translate(label) },
            { label: 'May', cell: ({ text }) => translate(text) },
          ]}
        />
      </Panel>
    </Screen>
  );
};
