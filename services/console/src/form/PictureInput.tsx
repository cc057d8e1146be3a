import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type DragEvent, useRef, useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { Action } from '../parts/Action.tsx';
import { Field } from '../parts/Field.tsx';
import { useAction, useAnswer } from '../parts/useAnswer.ts';
import { type Row, request } from '../shell/client.ts';
import { thumbnailOf, upload } from './media.ts';

/** Returns what a drop or a choice of files needs: the handlers of an element, and a button to choose files. */
export const useUpload = (onUploaded: (medium: Row) => void) => {
  const act = useAction();
  const [isBusy, setIsBusy] = useState(false);
  const take = async (files: Iterable<File>): Promise<void> => {
    setIsBusy(true);
    await act(async () => {
      for (const file of files) onUploaded(await upload(file));
    });
    setIsBusy(false);
  };
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      take(event.dataTransfer.files);
    },
  };
  return { isBusy, take, drop };
};

/** A button that opens the choice of files. */
export const UploadButton = ({
  take,
  isBusy,
  isMany = false,
}: {
  readonly take: (files: File[]) => void;
  readonly isBusy: boolean;
  readonly isMany?: boolean;
}) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Action
        label={isMany ? 'Upload files' : 'Upload a picture'}
        variant="outlined"
        loading={isBusy}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMany}
        {...(!isMany && { accept: 'image/*' })}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // the same file can be chosen again after a refusal
          event.target.value = '';
        }}
      />
    </>
  );
};

interface LibraryProps {
  /** True to choose several pictures, in the order of their choice. */
  readonly isMany?: boolean;
  readonly onChoose: (media: readonly Row[]) => void;
  readonly onClose: () => void;
}

/** The pictures of the media library, to choose from. */
export const Library = ({ isMany = false, onChoose, onClose }: LibraryProps) => {
  const translate = useTranslate();
  const [search, setSearch] = useState('');
  const shown = useAnswer('/core/v2/media', { media_type: 'image', per_page: 40, search });
  const media: readonly Row[] = shown.data ?? [];
  const [chosen, setChosen] = useState<readonly Row[]>([]);
  const isChosen = (medium: Row): boolean => chosen.some(({ id }) => id === medium.id);
  const choose = (medium: Row): void => {
    if (!isMany) onChoose([medium]);
    else if (isChosen(medium)) setChosen(chosen.filter(({ id }) => id !== medium.id));
    else setChosen([...chosen, medium]);
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="library-title">
      <DialogTitle id="library-title">{translate(isMany ? 'Choose pictures' : 'Choose a picture')}</DialogTitle>
      <DialogContent>
        <Field label="ra.action.search" value={search} onChange={setSearch} fullWidth />
        <Box sx={{ display: 'grid', gap: 1, mt: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))' }}>
          {media.map((medium) => (
            <Button
              key={medium.id}
              onClick={() => choose(medium)}
              variant={isChosen(medium) ? 'contained' : 'text'}
              {...(isMany && { 'aria-pressed': isChosen(medium) })}
              sx={{ p: 0.5, aspectRatio: '1' }}
            >
              <img
                src={thumbnailOf(medium)}
                alt={medium.alt_text || medium.title.rendered}
                style={{ width: '100%', height: '100%', objectFit: 'cover', borderRadius: 6 }}
              />
            </Button>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Action label="ra.action.cancel" onClick={onClose} />
        {isMany && (
          <Action label="Insert" variant="contained" disabled={chosen.length === 0} onClick={() => onChoose(chosen)} />
        )}
      </DialogActions>
    </Dialog>
  );
};

/** The picture of a record, by its id: from the library, chosen or dropped; with its alternative text. */
export const PictureInput = ({ source }: { readonly source: string }) => {
  const translate = useTranslate();
  const act = useAction();
  const { field } = useInput({ source, defaultValue: 0 });
  const [isOpen, setIsOpen] = useState(false);
  const [fresh, setFresh] = useState<Row>();
  const choose = (medium: Row): void => {
    setFresh(medium);
    field.onChange(medium.id);
    setIsOpen(false);
  };
  const { isBusy, take, drop } = useUpload(choose);
  const { data: medium } = useAnswer(field.value ? `/core/v2/media/${field.value}` : undefined);
  const describe = async (text: string): Promise<void> => {
    if (text === (fresh?.alt_text || medium?.alt_text)) return;
    await act(() => request('PATCH', `/core/v2/media/${field.value}`, { body: { alt_text: text } }));
  };
  return (
    <Box {...drop}>
      {field.value && medium ? (
        <>
          <Box
            component="img"
            src={thumbnailOf(medium)}
            alt={medium.alt_text}
            sx={{ width: '100%', borderRadius: 1, display: 'block' }}
          />
          <TextField
            key={medium.id}
            label={translate('Alternative text')}
            helperText={translate('Describe the picture for people who cannot see it.')}
            defaultValue={fresh?.alt_text || medium.alt_text}
            onBlur={(event) => describe(event.target.value)}
            fullWidth
            multiline
            sx={{ mt: 2 }}
          />
        </>
      ) : (
        <Box
          sx={{
            border: '1px dashed',
            borderColor: 'text.secondary',
            borderRadius: 1,
            p: 2,
            textAlign: 'center',
            color: 'text.secondary',
          }}
        >
          {translate('Drop a picture here')}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
        <UploadButton take={take} isBusy={isBusy} />
        <Action label="Library" onClick={() => setIsOpen(true)} />
        {Boolean(field.value) && <Action label="ra.action.remove" onClick={() => field.onChange(0)} />}
      </Box>
      {isOpen && <Library onChoose={([medium]) => choose(medium)} onClose={() => setIsOpen(false)} />}
    </Box>
  );
};
