import { Editor, type EditorOptions } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import {
  ClearButtons,
  FormatButtons,
  LevelSelect,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
} from 'ra-input-rich-text';
import { useEffect, useState } from 'react';
import { site } from '../shell/site.ts';

const options: Partial<EditorOptions> = {
  extensions: [
    // links stay as they are stored
    StarterKit.configure({ link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } } }),
    Image,
  ],
  injectNonce: site.styleNonce,
};

/** Returns HTML as a browser writes it, without the space between blocks. */
const normalized = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.innerHTML.replace(/>\s+</g, '><').trim();

/** True if the editor returns a text as it was. */
const isKept = (text: string): boolean => {
  if (text.trim() === '') return true;
  const editor = new Editor({ ...options, content: text });
  const written = editor.getHTML();
  editor.destroy();
  return normalized(written) === normalized(text);
};

interface Props {
  readonly source: string;
  readonly label: string;
  /** The text as it is stored. */
  readonly text: string;
  /** Called if the editor would change the text. */
  readonly onForeign: () => void;
}

/** The visual editor; loaded when a form first shows a text. */
export default function VisualEditor({ source, label, text, onForeign }: Props) {
  const [canEdit] = useState(() => isKept(text));
  useEffect(() => {
    if (!canEdit) onForeign();
  }, [canEdit, onForeign]);
  if (!canEdit) return null;
  return (
    <RichTextInput
      source={source}
      label={label}
      fullWidth
      helperText={false}
      editorOptions={options}
      sx={{ '& .tiptap.ProseMirror': { minHeight: 160, bgcolor: 'background.paper' } }}
      toolbar={
        <RichTextInputToolbar>
          <LevelSelect />
          <FormatButtons />
          <ListButtons />
          <LinkButtons />
          <QuoteButtons />
          <ClearButtons />
        </RichTextInputToolbar>
      }
    />
  );
}
