import { useTranslate } from 'react-admin';
import { Panel, Screen } from '../../parts/Panel.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { ROLES } from './roles.ts';

/** The permissions of each role. */
export const RoleTable = () => {
  const translate = useTranslate();
  return (
    <Screen title="Roles">
      <Panel>
        <Rows
          rows={ROLES}
          emptyText="Nothing here."
          columns={[
            { label: 'Role', cell: ({ name }) => translate(name) },
            { label: 'Permissions', cell: ({ text }) => translate(text) },
          ]}
        />
      </Panel>
    </Screen>
  );
};
