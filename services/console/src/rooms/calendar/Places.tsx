import { Box } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { PictureInput } from '../../form/PictureInput.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { languageColumn, STATUSES, searchFilter, statusFilter } from '../../form/RecordList.tsx';
import { recordScreens } from '../../form/recordScreens.tsx';
import { StatusInput } from '../../form/StatusInput.tsx';
import { TextEditor } from '../../form/TextEditor.tsx';
import { Panel } from '../../parts/Panel.tsx';

const sort = { field: 'title', order: 'ASC' } as const;
const list = {
  filters: [searchFilter, statusFilter],
  sort,
  name: 'title',
  link: 'link',
  deletion: 'Move to the trash' as const,
};
const nameColumn = { source: 'title', label: 'Name', isSorted: true } as const;
const statusColumn = { source: 'status', label: 'Status', choices: STATUSES };

const fields = (members: readonly (readonly [source: string, label: string, type?: string])[]) => (
  <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
    {members.map(([source, label, type]) => (
      <TextInput key={source} source={source} label={label} {...(type && { type })} />
    ))}
  </Box>
);

const side = (
  <>
    <Panel title="Publication">
      <StatusInput right="publish_cal_events" />
    </Panel>
    <Panel title="Picture">
      <PictureInput source="featured_media" />
    </Panel>
  </>
);

const what = (
  <>
    <TextInput source="title" label="Name" validate={required()} />
    <TextEditor source="content" label="Description" />
  </>
);

const VenueForm = () => (
  <RecordForm
    sections={{
      What: what,
      Where: fields([
        ['_VenueAddress', 'Street'],
        ['_VenueZip', 'Postal code'],
        ['_VenueCity', 'City'],
        ['_VenueStateProvince', 'State or province'],
        ['_VenueCountry', 'Country'],
      ]),
      Contact: fields([
        ['_VenuePhone', 'Phone', 'tel'],
        ['_VenueURL', 'Website', 'url'],
      ]),
    }}
    side={side}
  />
);

const OrganizerForm = () => (
  <RecordForm
    sections={{
      What: what,
      Contact: fields([
        ['_OrganizerEmail', 'E-mail', 'email'],
        ['_OrganizerPhone', 'Phone', 'tel'],
        ['_OrganizerWebsite', 'Website', 'url'],
      ]),
    }}
    side={side}
  />
);

export const venueScreens = recordScreens({
  ...list,
  create: 'Add a venue',
  kind: 'venue',
  columns: [
    nameColumn,
    { source: '_VenueAddress', label: 'Street', isMinor: true },
    { source: '_VenueCity', label: 'City' },
    statusColumn,
    ...languageColumn,
  ],
  Form: VenueForm,
});

export const organizerScreens = recordScreens({
  ...list,
  create: 'Add an organizer',
  kind: 'organizer',
  columns: [
    nameColumn,
    { source: '_OrganizerEmail', label: 'E-mail' },
    { source: '_OrganizerPhone', label: 'Phone', isMinor: true },
    statusColumn,
    ...languageColumn,
  ],
  Form: OrganizerForm,
});
