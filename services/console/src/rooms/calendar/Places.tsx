import Box from '@mui/material/Box';
import { DataTable, required, SearchInput, TextInput } from 'react-admin';
import { PictureInput } from '../../form/PictureInput.tsx';
import { Panel, RecordForm } from '../../form/RecordForm.tsx';
import { RecordList, StatusField } from '../../form/RecordList.tsx';
import { CreateScreen, EditScreen } from '../../form/RecordScreen.tsx';
import { StatusInput } from '../../form/StatusInput.tsx';
import { TextEditor } from '../../form/TextEditor.tsx';

const filters = [<SearchInput key="search" source="search" alwaysOn />];
const sort = { field: 'title', order: 'ASC' } as const;

const fields = (members: readonly (readonly [source: string, label: string, type?: string])[]) => (
  <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
    {members.map(([source, label, type]) => (
      <TextInput key={source} source={source} label={label} {...(type && { type })} helperText={false} />
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
    <TextInput source="title" label="Name" validate={required()} helperText={false} />
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

export const VenueList = () => (
  <RecordList title="Venues" create="Add a venue" filters={filters} sort={sort}>
    <DataTable.Col source="title" label="Name" />
    <DataTable.Col source="_VenueAddress" label="Street" disableSort />
    <DataTable.Col source="_VenueCity" label="City" disableSort />
    <DataTable.Col label="Status" disableSort>
      <StatusField />
    </DataTable.Col>
  </RecordList>
);

export const VenueCreate = () => (
  <CreateScreen title="Add a venue" linkOf={({ link }) => link}>
    <VenueForm />
  </CreateScreen>
);

export const VenueEdit = () => (
  <EditScreen kind="venue" titleOf={({ title }) => title} linkOf={({ link }) => link}>
    <VenueForm />
  </EditScreen>
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

export const OrganizerList = () => (
  <RecordList title="Organizers" create="Add an organizer" filters={filters} sort={sort}>
    <DataTable.Col source="title" label="Name" />
    <DataTable.Col source="_OrganizerEmail" label="E-mail" disableSort />
    <DataTable.Col source="_OrganizerPhone" label="Phone" disableSort />
    <DataTable.Col label="Status" disableSort>
      <StatusField />
    </DataTable.Col>
  </RecordList>
);

export const OrganizerCreate = () => (
  <CreateScreen title="Add an organizer" linkOf={({ link }) => link}>
    <OrganizerForm />
  </CreateScreen>
);

export const OrganizerEdit = () => (
  <EditScreen kind="organizer" titleOf={({ title }) => title} linkOf={({ link }) => link}>
    <OrganizerForm />
  </EditScreen>
);
