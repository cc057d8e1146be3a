import { type DomainError, defineErrors } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { authStatus, invalid, invalidParams } from '@almanac/rest';

/** The errors of core. */
export const coreErrors = defineErrors({
  // types, taxonomies and statuses
  unknownType: {
    code: 'rest_type_invalid',
    status: 404,
    message: 'There is no such type.',
    remedy: 'Name a type from the list of types.',
  },
  unknownTaxonomy: {
    code: 'rest_taxonomy_invalid',
    status: 404,
    message: 'There is no such taxonomy.',
    remedy: 'Name a taxonomy from the list of taxonomies.',
  },
  unknownStatus: {
    code: 'rest_status_invalid',
    status: 404,
    message: 'There is no such status.',
    remedy: 'Name a status from the list of statuses.',
  },
  cannotListTypes: {
    code: 'rest_cannot_view',
    status: 403,
    message: 'You may not edit records of any type.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotReadType: {
    code: 'rest_cannot_read_type',
    status: 403,
    message: 'You may not see this type.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotEditType: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit records of this type.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotListTaxonomies: {
    code: 'rest_cannot_view',
    status: 403,
    message: 'You may not manage terms of any taxonomy.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotEditTaxonomy: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not manage terms of this taxonomy.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotListStatuses: {
    code: 'rest_cannot_view',
    status: 403,
    message: 'You may not manage statuses.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotReadStatus: {
    code: 'rest_cannot_read_status',
    status: 403,
    message: 'You may not see this status.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotReadBlockTypes: {
    code: 'rest_block_type_cannot_view',
    status: 403,
    message: 'You may not see block types.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  unknownBlockType: {
    code: 'rest_block_type_invalid',
    status: 404,
    message: 'There is no such block type.',
    remedy: 'Name a block type from the list of block types.',
  },
  cannotRenderBlock: {
    code: 'block_cannot_read',
    status: 403,
    message: 'You may not render this block.',
    remedy: 'Sign in as a user who may edit the post, or posts if none is named.',
  },
  blockNotRendered: {
    code: 'block_invalid',
    status: 404,
    message: 'The site renders no block of this name.',
    remedy: 'Name a block type whose `is_dynamic` is true.',
  },
  cannotReadThemes: {
    code: 'rest_cannot_view_themes',
    status: 403,
    message: 'You may not see these themes.',
    remedy: 'Sign in as an administrator, or ask for the active theme as a user who may edit posts.',
  },
  unknownTheme: {
    code: 'rest_theme_not_found',
    status: 404,
    message: 'There is no such theme.',
    remedy: 'Name a theme from the list of themes.',
  },

  // posts
  unknownPost: {
    code: 'rest_post_invalid_id',
    status: 404,
    message: 'The post does not exist.',
    remedy: 'Name a post from the list of posts.',
  },
  postHasId: {
    code: 'rest_post_exists',
    status: 400,
    message: 'A new post has no id yet.',
    remedy: 'Send the post without an id, or change the existing post.',
  },
  unknownAuthor: {
    code: 'rest_invalid_author',
    status: 400,
    message: 'The author does not exist.',
    remedy: 'Choose another author.',
  },
  stickyAndProtected: {
    code: 'rest_invalid_field',
    status: 400,
    message: 'A post cannot be sticky and have a password.',
    remedy: 'Remove the password, or do not make the post sticky.',
  },
  emptyPost: {
    code: 'empty_content',
    status: 400,
    message: 'Title, content and excerpt are all empty.',
    remedy: 'Write a title, content or an excerpt.',
  },
  unknownFeaturedImage: {
    code: 'rest_invalid_featured_media',
    status: 400,
    message: 'The featured image does not exist.',
    remedy: 'Choose another featured image.',
  },
  alreadyTrashed: {
    code: 'rest_already_trashed',
    status: 410,
    message: 'The post is in the trash already.',
    remedy: 'Restore the post, or delete it with force=true.',
  },
  wrongPostPassword: {
    code: 'rest_post_incorrect_password',
    status: 403,
    message: 'The password is not right.',
    remedy: 'Send the password of the post.',
  },
  unknownPostPage: {
    code: 'rest_post_invalid_page_number',
    status: 400,
    message: 'The list has no such page.',
    remedy: 'Ask for a page up to X-Core-TotalPages.',
  },
  orderWithoutInclude: {
    code: 'rest_orderby_include_missing_include',
    status: 400,
    message: 'The order of include needs include.',
    remedy: 'Send include, or choose another order.',
  },
  orderWithoutSearch: {
    code: 'rest_no_search_term_defined',
    status: 400,
    message: 'The order of relevance needs a search.',
    remedy: 'Send a search, or choose another order.',
  },
  cannotListEditablePosts: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit posts.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotReadEditablePost: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit this post.',
    remedy: 'Sign in as a user who may edit this post.',
  },
  cannotEditPost: {
    code: 'rest_cannot_edit',
    status: 403,
    message: 'You may not edit this post.',
    remedy: 'Sign in as a user who may edit this post.',
  },
  cannotDeletePost: {
    code: 'rest_cannot_delete',
    status: 403,
    message: 'You may not delete this post.',
    remedy: 'Sign in as a user who may delete this post.',
  },
  cannotCreatePosts: {
    code: 'rest_cannot_create',
    status: 403,
    message: 'You may not create posts.',
    remedy: 'Sign in as a user who may create posts.',
  },
  cannotPublishPosts: {
    code: 'rest_cannot_publish',
    status: 403,
    message: 'You may not publish posts.',
    remedy: 'Save a draft, or sign in as a user who may publish posts.',
  },
  cannotWriteAsOthers: {
    code: 'rest_cannot_edit_others',
    status: 403,
    message: 'You may not write posts as somebody else.',
    remedy: 'Name yourself as the author.',
  },
  cannotMakeSticky: {
    code: 'rest_cannot_assign_sticky',
    status: 403,
    message: 'You may not make posts sticky.',
    remedy: 'Save the post without making it sticky.',
  },

  // revisions
  unknownRevisedPost: {
    code: 'rest_post_invalid_parent',
    status: 404,
    message: 'The post does not exist.',
    remedy: 'Name a post from the list of posts.',
  },
  unknownAutosave: {
    code: 'rest_post_no_autosave',
    status: 404,
    message: 'The post has no such autosave.',
    remedy: 'Name an autosave from the list of autosaves.',
  },
  unknownRevision: {
    code: 'rest_post_invalid_id',
    status: 404,
    message: 'The revision does not exist.',
    remedy: 'Name a revision from the list of revisions.',
  },
  revisionOfOtherPost: {
    code: 'rest_revision_parent_id_mismatch',
    status: 404,
    message: 'The revision does not belong to the post {parent}.',
    remedy: 'Name a revision from the list of revisions.',
  },
  unknownRevisionPage: {
    code: 'rest_revision_invalid_page_number',
    status: 400,
    message: 'The list has no such page.',
    remedy: 'Ask for a page up to X-Core-TotalPages.',
  },
  offsetBeyondEnd: {
    code: 'rest_revision_invalid_offset_number',
    status: 400,
    message: 'The offset is beyond the end of the list.',
    remedy: 'Send a smaller offset.',
  },
  cannotReadRevisions: {
    code: 'rest_cannot_read',
    status: 403,
    message: 'You may not see the revisions of this post.',
    remedy: 'Sign in as a user who may edit this post.',
  },
  cannotDeleteRevisions: {
    code: 'rest_cannot_delete',
    status: 403,
    message: 'You may not delete the revisions of this post.',
    remedy: 'Sign in as a user who may delete this post.',
  },
  trashNotSupported: {
    code: 'rest_trash_not_supported',
    status: 501,
    message: 'There is no trash for this; set force=true to delete it.',
    remedy: 'Send force=true.',
  },

  // media
  unknownMedium: {
    code: 'rest_post_invalid_id',
    status: 404,
    message: 'The medium does not exist.',
    remedy: 'Name a medium from the list of media.',
  },
  cannotListEditableMedia: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit media.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotReadEditableMedium: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit this medium.',
    remedy: 'Sign in as a user who may edit this medium.',
  },
  cannotEditMedium: {
    code: 'rest_cannot_edit',
    status: 403,
    message: 'You may not edit this medium.',
    remedy: 'Sign in as a user who may edit this medium.',
  },
  cannotDeleteMedium: {
    code: 'rest_cannot_delete',
    status: 403,
    message: 'You may not delete this medium.',
    remedy: 'Sign in as a user who may delete this medium.',
  },
  cannotUpload: {
    code: 'rest_cannot_create',
    status: 403,
    message: 'You may not upload files.',
    remedy: 'Sign in as a user who may upload files.',
  },
  cannotUploadAsOthers: {
    code: 'rest_cannot_edit_others',
    status: 403,
    message: 'You may not upload files as somebody else.',
    remedy: 'Name yourself as the author.',
  },
  cannotAttachToPost: {
    code: 'rest_cannot_edit',
    status: 403,
    message: 'You may not attach files to this post.',
    remedy: 'Choose a post that you may edit.',
  },
  noData: {
    code: 'rest_upload_no_data',
    status: 400,
    message: 'No file was sent.',
    remedy: 'Send a file.',
  },
  noContentType: {
    code: 'rest_upload_no_content_type',
    status: 400,
    message: 'No Content-Type was sent.',
    remedy: 'Send the type of the file as Content-Type.',
  },
  noDisposition: {
    code: 'rest_upload_no_content_disposition',
    status: 400,
    message: 'No Content-Disposition was sent.',
    remedy: 'Send the name of the file as Content-Disposition.',
  },
  invalidDisposition: {
    code: 'rest_upload_invalid_disposition',
    status: 400,
    message: 'The Content-Disposition names no file, as in filename="photo.jpg".',
    remedy: 'Name the file in Content-Disposition.',
  },
  hashMismatch: {
    code: 'rest_upload_hash_mismatch',
    status: 412,
    message: 'The file is not what its Content-MD5 says.',
    remedy: 'Send the file again.',
  },
  notResizable: {
    code: 'rest_upload_image_type_not_supported',
    status: 400,
    message: 'No smaller versions can be made of images of this type.',
    remedy: 'Send a picture of another type.',
  },
  cannotWriteFile: {
    code: 'rest_upload_file_error',
    status: 500,
    message: 'The file could not be stored.',
    remedy: 'Check the free space and the permissions of the folder of files.',
  },
  noFilePart: {
    code: 'rest_upload_unknown_error',
    status: 400,
    message: 'The form has no file under the name "file".',
    remedy: 'Send the file under the name "file".',
  },
  unreadableForm: {
    code: 'rest_invalid_form',
    status: 400,
    message: 'The form body cannot be read.',
    remedy: 'Send a valid multipart form.',
  },
  interruptedUpload: {
    code: 'rest_request_aborted',
    status: 400,
    message: 'The request was interrupted.',
    remedy: 'Send the file again.',
  },
  // menus
  cannotReadMenus: {
    code: 'rest_cannot_view',
    status: 403,
    message: 'You may not see menus.',
    remedy: 'Sign in as a user who may edit posts.',
  },
  cannotReadEditableMenus: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not read menus to edit them.',
    remedy: 'Ask for the context view, or sign in as an administrator.',
  },
  cannotReadMenuLocations: {
    code: 'rest_cannot_view',
    status: 403,
    message: 'You may not see the places of menus.',
    remedy: 'Sign in as an administrator.',
  },
  cannotCreateMenu: {
    code: 'rest_cannot_create',
    status: 403,
    message: 'You may not create menus or their items.',
    remedy: 'Sign in as an administrator.',
  },
  cannotChangeMenu: {
    code: 'rest_cannot_update',
    status: 403,
    message: 'You may not change this menu.',
    remedy: 'Sign in as an administrator.',
  },
  cannotChangeMenuItem: {
    code: 'rest_cannot_edit',
    status: 403,
    message: 'You may not change this item.',
    remedy: 'Sign in as an administrator.',
  },
  cannotDeleteMenu: {
    code: 'rest_cannot_delete',
    status: 403,
    message: 'You may not delete menus or their items.',
    remedy: 'Sign in as an administrator.',
  },
  unknownMenu: {
    code: 'rest_term_invalid',
    status: 404,
    message: 'The menu does not exist.',
    remedy: 'Name a menu from the list of menus.',
  },
  unknownMenuItem: {
    code: 'rest_post_invalid_id',
    status: 404,
    message: 'The item does not exist.',
    remedy: 'Name an item from the list of items.',
  },
  unknownMenuLocation: {
    code: 'rest_menu_location_invalid',
    status: 404,
    message: 'There is no such place for a menu.',
    remedy: 'Name a place from the list of places.',
  },
  menuExists: {
    code: 'menu_exists',
    status: 400,
    message: 'There is already a menu with the name {name}.',
    remedy: 'Choose another name.',
  },
  unknownMenuOfItem: {
    code: 'invalid_menu_id',
    status: 400,
    message: 'The menu of the item does not exist.',
    remedy: 'Name a menu from the list of menus.',
  },
  searchTooDeep: {
    code: 'rest_search_too_deep',
    status: 400,
    message: 'A search shows the first {limit} results.',
    remedy: 'Search for more words or one subtype, or read the lists of records.',
  },
  menuFull: {
    code: 'rest_menu_full',
    status: 400,
    message: 'A menu has at most {limit} items.',
    remedy: 'Delete an item first, or choose another menu.',
  },
  menuItemTitleRequired: {
    code: 'rest_title_required',
    status: 400,
    message: 'A custom link needs a title.',
    remedy: 'Send a title.',
  },
  menuItemUrlRequired: {
    code: 'rest_url_required',
    status: 400,
    message: 'A custom link needs an address.',
    remedy: 'Send an address.',
  },

  // terms
  unknownTerm: {
    code: 'rest_term_invalid',
    status: 404,
    message: 'The term does not exist.',
    remedy: 'Name a term from the list of terms.',
  },
  unknownComment: {
    code: 'rest_comment_invalid_id',
    status: 404,
    message: 'There is no such comment.',
    remedy: 'Check the id.',
  },
  commentInTrash: {
    code: 'rest_already_trashed',
    status: 410,
    message: 'The comment is already in the trash.',
    remedy: 'Send force=true to delete it for good.',
  },
  cannotReadComment: {
    code: 'rest_cannot_read',
    status: 403,
    message: 'You may not read this comment.',
    remedy: 'Sign in as somebody who may.',
  },
  cannotReadEditableComment: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not read comments for editing.',
    remedy: 'Read them without context=edit.',
  },
  cannotReadCommentedPost: {
    code: 'rest_cannot_read_post',
    status: 403,
    message: 'You may not read the comments of this post.',
    remedy: 'Send its password, or sign in as somebody who may read it.',
  },
  forbiddenCommentFilter: {
    code: 'rest_forbidden_param',
    status: 403,
    message: 'You may not list comments by author, status or type.',
    remedy: 'Leave these arguments out.',
  },
  cannotEditComment: {
    code: 'rest_cannot_edit',
    status: 403,
    message: 'You may not change this comment.',
    remedy: 'Sign in as somebody who may.',
  },
  cannotDeleteComment: {
    code: 'rest_cannot_delete',
    status: 403,
    message: 'You may not delete this comment.',
    remedy: 'Sign in as somebody who may.',
  },
  commentLoginRequired: {
    code: 'rest_comment_login_required',
    status: 401,
    message: 'Only users may comment.',
    remedy: 'Sign in.',
  },
  cannotCommentAsOthers: {
    code: 'rest_comment_invalid_author',
    status: 403,
    message: 'You may not comment as another user.',
    remedy: 'Leave the author out.',
  },
  cannotSetCommentStatus: {
    code: 'rest_comment_invalid_status',
    status: 403,
    message: 'You may not choose the status of a comment.',
    remedy: 'Leave the status out.',
  },
  cannotImportComments: {
    code: 'rest_cannot_import_comments',
    status: 403,
    message: 'You may not import comments.',
    remedy: 'Sign in as an administrator, or leave `imported` out.',
  },
  unknownCommentedPost: {
    code: 'rest_comment_invalid_post_id',
    status: 403,
    message: 'There is no such post to comment on.',
    remedy: 'Name an existing post.',
  },
  commentOnDraft: {
    code: 'rest_comment_draft_post',
    status: 403,
    message: 'This post is not published, so it takes no comments.',
    remedy: 'Publish the post first.',
  },
  commentsClosed: {
    code: 'rest_comment_closed',
    status: 403,
    message: 'Comments on this post are closed.',
    remedy: 'Open its comments first.',
  },
  emptyComment: {
    code: 'rest_comment_content_invalid',
    status: 400,
    message: 'The comment has no text.',
    remedy: 'Write a text.',
  },
  longComment: {
    code: 'comment_content_column_length',
    status: 400,
    message: 'The comment is longer than {limit} bytes.',
    remedy: 'Shorten the text.',
  },
  unknownCommenter: {
    code: 'rest_comment_author_invalid',
    status: 400,
    message: 'The author of the comment is no user.',
    remedy: 'Name an existing user.',
  },
  commenterUnknown: {
    code: 'rest_comment_author_data_required',
    status: 400,
    message: 'Name and e-mail address are required.',
    remedy: 'Send author_name and author_email.',
  },
  repeatedComment: {
    code: 'comment_duplicate',
    status: 409,
    message: 'You have already written this comment.',
    remedy: 'Write something else.',
  },
  commentFlood: {
    code: 'comment_flood',
    status: 400,
    message: 'You comment too fast.',
    remedy: 'Wait 15 seconds.',
  },
  commentHasId: {
    code: 'rest_comment_exists',
    status: 400,
    message: 'A new comment has no id yet.',
    remedy: 'Leave the id out.',
  },
  unknownParentPage: {
    code: 'rest_post_invalid_id',
    status: 400,
    message: 'The parent is not a page.',
    remedy: 'Choose another parent.',
  },
  tooManyPagesBelow: {
    code: 'rest_too_many_pages_below',
    status: 409,
    message: 'The addresses of {count} pages below this page would change; at most {limit} can change at once.',
    remedy: 'Move some of the pages below it to another page first.',
  },
  unknownParentTerm: {
    code: 'rest_term_invalid',
    status: 400,
    message: 'The parent term does not exist.',
    remedy: 'Choose another parent.',
  },
  termExists: {
    code: 'term_exists',
    status: 400,
    message: 'A term with that name exists already.',
    remedy: 'Choose another name, or use the existing term.',
  },
  emptyTermName: {
    code: 'empty_term_name',
    status: 400,
    message: 'A term must have a name.',
    remedy: 'Write a name.',
  },
  termNameTooLong: {
    code: 'db_insert_error',
    status: 400,
    message: 'The name is too long: at most {limit} characters can be stored.',
    remedy: 'Shorten the name.',
  },
  termSlugTaken: {
    code: 'duplicate_term_slug',
    status: 400,
    message: 'The slug {slug} is in use by another term.',
    remedy: 'Choose another slug.',
  },
  notHierarchical: {
    code: 'rest_taxonomy_not_hierarchical',
    status: 400,
    message: 'Terms of this taxonomy have no parent.',
    remedy: 'Send the term without a parent.',
  },
  unknownPostOfTerms: {
    code: 'rest_post_invalid_id',
    status: 400,
    message: 'The post does not exist.',
    remedy: 'Name a post from the list of posts.',
  },
  cannotListEditableTerms: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit terms of this taxonomy.',
    remedy: 'Sign in as a user who may manage terms.',
  },
  cannotReadTermsOfPost: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not see the terms of this post.',
    remedy: 'Sign in as a user who may read this post.',
  },
  cannotCreateTerms: {
    code: 'rest_cannot_create',
    status: 403,
    message: 'You may not create terms in this taxonomy.',
    remedy: 'Sign in as a user who may manage terms.',
  },
  cannotEditTerm: {
    code: 'rest_cannot_update',
    status: 403,
    message: 'You may not edit this term.',
    remedy: 'Sign in as a user who may manage terms.',
  },
  cannotDeleteTerm: {
    code: 'rest_cannot_delete',
    status: 403,
    message: 'You may not delete this term.',
    remedy: 'Sign in as a user who may manage terms.',
  },

  // settings
  defaultLanguageInUse: {
    code: 'i18n_default_in_use',
    status: 409,
    message: 'The default language of a site changes only while the site has no records.',
    remedy: 'Leave the default language as it is, and among the languages of the site.',
  },
  languageConflict: {
    code: 'i18n_language_conflict',
    status: 409,
    message: 'The language {language} cannot be added: the address {address} is in use.',
    remedy: 'Change the slug of the record, or leave the language out.',
  },

  // users
  unknownUser: {
    code: 'rest_user_invalid_id',
    status: 404,
    message: 'The user does not exist.',
    remedy: 'Name a user from the list of users.',
  },
  userHasId: {
    code: 'rest_user_exists',
    status: 400,
    message: 'A new user has no id yet.',
    remedy: 'Send the user without an id, or change the existing user.',
  },
  notSignedIn: {
    code: 'rest_not_logged_in',
    status: 401,
    message: 'You are not signed in.',
    remedy: 'Sign in first.',
  },
  loginExists: {
    code: 'existing_user_login',
    status: 400,
    message: 'That username is in use by another user.',
    remedy: 'Choose another username.',
  },
  emailExists: {
    code: 'existing_user_email',
    status: 400,
    message: 'That e-mail address is in use by another user.',
    remedy: 'Choose another e-mail address.',
  },
  emailTaken: {
    code: 'rest_user_invalid_email',
    status: 400,
    message: 'That e-mail address is in use by another user.',
    remedy: 'Choose another e-mail address.',
  },
  userSlugTaken: {
    code: 'rest_user_invalid_slug',
    status: 400,
    message: 'That slug is in use by another user.',
    remedy: 'Choose another slug.',
  },
  loginTooLong: {
    code: 'user_login_too_long',
    status: 400,
    message: 'A username has at most {limit} characters.',
    remedy: 'Shorten the username.',
  },
  userSlugTooLong: {
    code: 'user_nicename_too_long',
    status: 400,
    message: 'The slug of a user has at most {limit} characters.',
    remedy: 'Shorten the slug.',
  },
  userUrlTooLong: {
    code: 'user_url_too_long',
    status: 400,
    message: 'The address of a user has at most {limit} characters.',
    remedy: 'Shorten the address.',
  },
  loginFixed: {
    code: 'rest_user_invalid_argument',
    status: 400,
    message: 'A username cannot be changed.',
    remedy: 'Send the user without a username.',
  },
  unknownRole: {
    code: 'rest_user_invalid_role',
    status: 400,
    message: 'There is no role {role}.',
    remedy: 'Choose another role.',
  },
  ownRole: {
    code: 'rest_user_invalid_role',
    status: 403,
    message: 'You may not give yourself a role that manages no users.',
    remedy: 'Ask another administrator to change your role.',
  },
  invalidReassign: {
    code: 'rest_user_invalid_reassign',
    status: 400,
    message: 'The user who is to get the records is invalid.',
    remedy: 'Choose another user.',
  },
  cannotCreateUsers: {
    code: 'rest_cannot_create_user',
    status: 403,
    message: 'You may not create users.',
    remedy: 'Sign in as a user who may manage users.',
  },
  cannotEditUser: {
    code: 'rest_cannot_edit',
    status: 403,
    message: 'You may not edit this user.',
    remedy: 'Sign in as a user who may manage users.',
  },
  cannotEditRoles: {
    code: 'rest_cannot_edit_roles',
    status: 403,
    message: 'You may not edit the roles of users.',
    remedy: 'Sign in as a user who may manage users.',
  },
  cannotDeleteUser: {
    code: 'rest_user_cannot_delete',
    status: 403,
    message: 'You may not delete this user.',
    remedy: 'Sign in as a user who may manage users.',
  },
  cannotFilterByRole: {
    code: 'rest_user_cannot_view',
    status: 403,
    message: 'You may not list users by role or capability.',
    remedy: 'Sign in as a user who may manage users.',
  },
  cannotListEditableUsers: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit users.',
    remedy: 'Sign in as a user who may manage users.',
  },
  cannotOrderUsers: {
    code: 'rest_forbidden_orderby',
    status: 403,
    message: 'You may not order users by this.',
    remedy: 'Choose another order.',
  },
  cannotFilterByWriting: {
    code: 'rest_forbidden_who',
    status: 403,
    message: 'You may not list users by what they may write.',
    remedy: 'Leave out the parameter who.',
  },
  cannotReadUser: {
    code: 'rest_user_cannot_view',
    status: 403,
    message: 'You may not see this user.',
    remedy: 'Sign in as a user who may manage users.',
  },

  // application passwords
  unknownPassword: {
    code: 'rest_application_password_not_found',
    status: 404,
    message: 'The application password was not found.',
    remedy: 'Name an application password from the list.',
  },
  emptyPasswordName: {
    code: 'application_password_empty_name',
    status: 400,
    message: 'An application password must have a name.',
    remedy: 'Write a name.',
  },
  tooManyPasswords: {
    code: 'application_password_limit_reached',
    status: 400,
    message: 'A user has at most {limit} application passwords.',
    remedy: 'Revoke an application password that is no longer used.',
  },
  cannotListPasswords: {
    code: 'rest_cannot_list_application_passwords',
    status: 403,
    message: 'You may not do this with the application passwords of this user.',
    remedy: 'Sign in as this user, or as a user who may manage users.',
  },
  cannotCreatePasswords: {
    code: 'rest_cannot_create_application_passwords',
    status: 403,
    message: 'You may not do this with the application passwords of this user.',
    remedy: 'Sign in as this user, or as a user who may manage users.',
  },
  reauthenticationRequired: {
    code: 'rest_reauthentication_required',
    status: 403,
    message: 'This change needs your password or a code that you have typed in the last ten minutes.',
    remedy: 'Type the password on the page of your account (`/admin/account`), then send the request again.',
  },
  cannotDeletePasswords: {
    code: 'rest_cannot_delete_application_passwords',
    status: 403,
    message: 'You may not do this with the application passwords of this user.',
    remedy: 'Sign in as this user, or as a user who may manage users.',
  },
  cannotReadPasswordInUse: {
    code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
    status: 403,
    message: 'You may not do this with the application passwords of this user.',
    remedy: 'Sign in as this user, or as a user who may manage users.',
  },
  cannotReadPassword: {
    code: 'rest_cannot_read_application_password',
    status: 403,
    message: 'You may not do this with the application passwords of this user.',
    remedy: 'Sign in as this user, or as a user who may manage users.',
  },
  cannotEditPassword: {
    code: 'rest_cannot_edit_application_password',
    status: 403,
    message: 'You may not do this with the application passwords of this user.',
    remedy: 'Sign in as this user, or as a user who may manage users.',
  },
  cannotDeletePassword: {
    code: 'rest_cannot_delete_application_password',
    status: 403,
    message: 'You may not do this with the application passwords of this user.',
    remedy: 'Sign in as this user, or as a user who may manage users.',
  },
  noPasswordInUse: {
    code: 'rest_no_authenticated_app_password',
    status: 404,
    message: 'This request was not signed in by an application password.',
    remedy: 'Sign in with an application password.',
  },

  // signing in
  unknownEmail: {
    code: 'invalid_email',
    status: 401,
    message: 'There is no user with that e-mail address.',
    remedy: 'Correct the e-mail address.',
  },
  unknownLogin: {
    code: 'invalid_username',
    status: 401,
    message: 'There is no user with that name.',
    remedy: 'Correct the username.',
  },
  wrongPassword: {
    code: 'incorrect_password',
    status: 401,
    message: 'The application password is not right.',
    remedy: 'Create a new application password.',
  },
  invalidAppId: {
    code: 'invalid_app_id',
    status: 400,
    message: '{name} must be a UUID.',
    remedy: 'Send a UUID.',
  },
  invalidRedirect: {
    code: 'invalid_redirect_url_format',
    status: 400,
    message: '{name} must be a whole address that begins with its scheme.',
    remedy: 'Send a whole address, as in https://example.org.',
  },
  insecureRedirect: {
    code: 'invalid_redirect_scheme',
    status: 400,
    message: '{name} must be reached over HTTPS.',
    remedy: 'Send an address that begins with https.',
  },
});

/** Returns the errors of an uploaded file. Their code depends on the form of the upload. */
const fileErrorsOf = <const Code extends string>(code: Code) =>
  defineErrors({
    emptyFile: { code, status: 400, message: 'The file is empty.', remedy: 'Choose a file with content.' },
    fileTooLarge: {
      code,
      status: 400,
      message: 'The file is larger than {limit} bytes.',
      remedy: 'Choose a smaller file.',
    },
    typeNotAllowed: {
      code,
      status: 400,
      message: 'Files of this type, or with this content, cannot be uploaded.',
      remedy: 'Choose a file of another type.',
    },
    tooManyPixels: {
      code,
      status: 400,
      message: 'The picture has more than {limit} pixels.',
      remedy: 'Choose a smaller picture.',
    },
  });

/** The errors of an uploaded file, by the form of the upload (docs/interface/core-media.md §3). */
export const fileErrors = {
  multipart: fileErrorsOf('rest_upload_unknown_error'),
  raw: fileErrorsOf('rest_upload_sideload_error'),
} as const;

export type UploadForm = keyof typeof fileErrors;

/** Returns the refusal of a list by a status that the caller may not list. */
export const forbiddenStatus = (principal: Principal): DomainError =>
  invalidParams({
    status: invalid('{name}: you may not list these.', 'rest_forbidden_status', {}, { status: authStatus(principal) }),
  });
