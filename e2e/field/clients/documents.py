"""Reads a site with the reader of llama-index; prints title, text and address of each document."""

import json
import sys

from llama_index.readers.wordpress import WordpressReader

origin, username, password = sys.argv[1:]
reader = WordpressReader(
    url=origin, username=username, password=password, additional_post_types='tribe_events,tribe_venue'
)
found = [(each.metadata['title'], each.text.strip(), each.metadata['url']) for each in reader.load_data()]
print(json.dumps(sorted(found)))
