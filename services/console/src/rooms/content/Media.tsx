import { Box, Card, CardActionArea, Link as TextLink, Typography } from '@mui/material';
import { List, TextInput, TopToolbar, useListContext, useRecordContext, useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { thumbnailOf } from '../../form/media.ts';
import { UploadButton, useUpload } from '../../form/PictureInput.tsx';
import { plainText } from '../../form/postSource.ts';
import { RecordForm, useRecord } from '../../form/RecordForm.tsx';
import { choiceFilter, STATUSES, searchFilter } from '../../form/RecordList.tsx';
import { EditScreen } from '../../form/RecordScreen.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { AnswerRows } from '../../parts/Rows.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import type { Row } from '../../shell/client.ts';

const KINDS = [
  { id: 'image', name: 'Pictures' },
  { id: 'application', name: 'Documents' },
  { id: 'audio', name: 'Audio' },
  { id: 'video', name: 'Videos' },
];

const Grid = () => {
  const translate = useTranslate();
  const { data = [], isPending } = useListContext<Row>();
  if (!isPending && data.length === 0)
    return <Typography sx={{ p: 4, textAlign: 'center' }}>{translate('Drop files here to upload them.')}</Typography>;
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 2,
        p: 2,
        m: 0,
        listStyle: 'none',
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
      }}
    >
      {data.map((medium: Row) => (
        <Card component="li" key={medium.id} variant="outlined">
          <CardActionArea component={Link} to={`/content/media/${medium.id}`}>
            {medium.media_type === 'image' ? (
              <Box
                component="img"
                src={thumbnailOf(medium)}
                alt=""
                sx={{ width: '100%', aspectRatio: '4 / 3', objectFit: 'cover', display: 'block' }}
              />
            ) : (
              <Box sx={{ aspectRatio: '4 / 3', display: 'grid', placeItems: 'center', color: 'text.secondary' }}>
                {medium.mime_type}
              </Box>
            )}
            <Typography noWrap variant="body2" sx={{ p: 1 }}>
              {medium.title}
            </Typography>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
};

/** The media library: pictures and files, with upload of several by drop. */
export const MediaList = () => {
  const refresh = useRefresh();
  const { isBusy, take, drop } = useUpload(refresh);
  return (
    <div {...drop}>
      <List
        title="Pictures and files"
        perPage={50}
        sort={{ field: 'date', order: 'DESC' }}
        exporter={false}
        empty={false}
        filters={[searchFilter, choiceFilter('media_type', 'Type', KINDS, { alwaysOn: true })]}
        actions={
          <TopToolbar>
            <UploadButton take={take} isBusy={isBusy} isMany />
          </TopToolbar>
        }
      >
        <Grid />
      </List>
    </div>
  );
};

const Preview = () => {
  const medium = useRecordContext();
  const translate = useTranslate();
  if (medium?.media_type !== 'image') return <a href={medium?.source_url}>{translate('Open the file')}</a>;
  return (
    <Box component="img" src={medium.source_url} alt={medium.alt_text} sx={{ maxWidth: '100%', maxHeight: 480 }} />
  );
};

/** The forms of the records that may use a medium, with their English names. */
const USERS = new Map([
  ['post', { path: 'content/posts', name: 'Post' }],
  ['page', { path: 'content/pages', name: 'Page' }],
  ['cal_events', { path: 'calendar/events', name: 'Event' }],
  ['cal_venue', { path: 'calendar/venues', name: 'Venue' }],
  ['cal_organizer', { path: 'calendar/organizers', name: 'Organizer' }],
  ['popup', { path: 'visitors/popups', name: 'Popup' }],
]);

const USES = new Map([
  ['picture', 'Picture'],
  ['text', 'In the text'],
]);

/** The records that use the medium, with the number of those that the person may not see. */
const Usage = () => {
  const translate = useTranslate();
  const shown = useAnswer(`/core/v2/media/${useRecord().id}/usage`);
  const { total = 0, hidden = 0, uses = [] }: Row = shown.data ?? {};
  const named = uses.reduce((sum: number, { occurrences = 1 }: Row) => sum + occurrences, 0);
  const more = total - hidden - named;
  const title = ({ type, id, title: stored, occurrences }: Row) => {
    const path = USERS.get(type)?.path;
    const name = path === undefined ? translate('Logo of the site') : plainText(stored) || translate('No title');
    return (
      <>
        <TextLink component={Link} to={path === undefined ? '/settings/appearance' : `/${path}/${id}`}>
          {name}
        </TextLink>
        {occurrences > 1 &&
          ` (${translate('%{smart_count} date |||| %{smart_count} dates', { smart_count: occurrences })})`}
      </>
    );
  };
  return (
    <>
      <AnswerRows
        shown={shown}
        rowsOf={() => uses}
        emptyText={hidden > 0 ? 'You may see none of the records that use it.' : 'Nothing uses it.'}
        columns={[
          { label: 'Title', cell: title },
          { label: 'Type', cell: ({ type }) => translate(USERS.get(type)?.name ?? 'Settings') },
          {
            label: 'Used as',
            cell: ({ as }) => as.map((use: string) => translate(USES.get(use) ?? 'Logo')).join(', '),
          },
          {
            label: 'Status',
            cell: ({ status }) => translate(STATUSES.find(({ id }) => id === status)?.name ?? status),
          },
        ]}
      />
      {more > 0 && (
        <p>{translate('%{smart_count} older record. |||| %{smart_count} older records.', { smart_count: more })}</p>
      )}
      {hidden > 0 && (
        <p>
          {translate('%{smart_count} record that you may not see. |||| %{smart_count} records that you may not see.', {
            smart_count: hidden,
          })}
        </p>
      )}
    </>
  );
};

export const MediaEdit = () => (
  <EditScreen kind="medium" name="title" link="link" deletion="Delete">
    <RecordForm
      sections={{ Preview: <Preview />, 'Where it is used': <Usage /> }}
      side={
        <Panel title="About the file">
          <TextInput
            source="alt_text"
            label="Alternative text"
            multiline
            helperText="Describe the picture for people who cannot see it."
          />
          <TextInput source="title" label="Title" />
          <TextInput source="caption" label="Caption" multiline />
          <TextInput source="description" label="Description" multiline />
        </Panel>
      }
    />
  </EditScreen>
);
