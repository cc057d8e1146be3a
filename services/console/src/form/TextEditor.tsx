import { CircularProgress, FormHelperText } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Action } from '../parts/Action.tsx';

const VisualEditor = lazy(() => import('./VisualEditor.tsx'));

interface Props {
  readonly source: string;
  /** The English label. */
  readonly label: string;
}

/**
 * Edits a text: visually where the editor changes nothing of it, else as HTML, so blocks, galleries and embeds that it
 * does not know survive.
 */
export const TextEditor = ({ source, label }: Props) => {
  const translate = useTranslate();
  const { getValues } = useFormContext();
  const [isHtml, setIsHtml] = useState(false);
  const [isForeign, setIsForeign] = useState(false);
  return (
    <div>
      {isHtml || isForeign ? (
        <TextInput source={source} label={label} multiline minRows={8} maxRows={24} />
      ) : (
        <Suspense fallback={<CircularProgress aria-label={translate('ra.page.loading')} />}>
          <VisualEditor
            source={source}
            label={label}
            text={getValues(source) ?? ''}
            onForeign={() => setIsForeign(true)}
          />
        </Suspense>
      )}
      {isForeign && isHtml === false && (
        <FormHelperText>
          {translate('The visual editor would change parts of this text. Edit it as HTML.')}
        </FormHelperText>
      )}
      {!isForeign && (
        <Action label={isHtml ? 'Edit visually' : 'Edit as HTML'} size="small" onClick={() => setIsHtml(!isHtml)} />
      )}
    </div>
  );
};
