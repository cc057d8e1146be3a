import { Box, Card, CardActionArea, Typography } from '@mui/material';
import {
  List,
  SelectInput,
  TextInput,
  TopToolbar,
  useListContext,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { thumbnailOf } from '../../form/media.ts';
import { UploadButton, useUpload } from '../../form/PictureInput.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { searchFilter } from '../../form/RecordList.tsx';
import { EditScreen } from '../../form/RecordScreen.tsx';
import { Panel } from '../../parts/Panel.tsx';
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
        filters={[searchFilter, <SelectInput key="kind" source="media_type" label="Type" choices={KINDS} alwaysOn />]}
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

export const MediaEdit = () => (
  <EditScreen kind="medium" name="title" link="link" deletion="Delete">
    <RecordForm
      sections={{ Preview: <Preview /> }}
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
