import { useTranslate } from 'react-admin';
import { Panel, Screen } from '../../parts/Panel.tsx';
import { Rows } from '../../parts/Rows.tsx';

const RIGHTS = [
  { id: 1, label: 'Administrator', text: 'Everything, including people, settings, redirects and operations.' },
  { id: 2, label: 'Editor', text: 'Writes, edits and publishes all content, including popups and comments.' },
  { id: 3, label: 'Author', text: 'Writes and publishes their own posts and events; uploads pictures.' },
  { id: 4, label: 'Contributor', text: 'Writes drafts that an editor publishes.' },
  { id: 5, label: 'Subscriber', text: 'Signs in, comments and edits their own profile.' },
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
            { label: 'Permissions', cell: ({ text }) => translate(text) },
          ]}
        />
      </Panel>
    </Screen>
  );
};
