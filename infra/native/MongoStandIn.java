import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Speaks MongoDB's protocol where no MongoDB server can be had. Arguments: host, port, and the file to keep data in
 * (memory without one). It shows the logic of what runs on it, not MongoDB's durability, elections or speed.
 */
public final class MongoStandIn {
  /** What the official driver asks for at least; the library's own versions stop below it. */
  private static final class Version implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }
  }

  private static final class Memory extends MemoryBackend {
    @Override
    public MemoryDatabase openOrCreateDatabase(String name) {
      return new Database(name, getCursorRegistry());
    }
  }

  private static final class Database extends MemoryDatabase {
    Database(String name, CursorRegistry cursors) {
      super(name, cursors);
    }

    @Override
    protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
      return new ById(this, name, options, cursorRegistry);
    }
  }

  /**
   * Finds by the index of `_id` what a query says of `_id`, beside whatever else it says, and reads in its order. The
   * library does so for one id or some that a query names alone; for all others it looks at every document and sorts.
   */
  private static final class ById extends MemoryCollection {
    private static final String ID = "_id";
    private final NavigableMap<Object, Integer> positions = new TreeMap<>(ValueComparator.ascWithoutListHandling());

    ById(MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
      super(database, name, options, cursors);
    }

    @Override
    protected Integer addDocumentInternal(Document document) {
      Integer position = super.addDocumentInternal(document);
      if (document.containsKey(ID)) positions.put(document.get(ID), position);
      return position;
    }

    @Override
    protected void removeDocument(Integer position) {
      Document document = getDocument(position);
      if (document.containsKey(ID)) positions.remove(document.get(ID));
      super.removeDocument(position);
    }

    @Override
    protected QueryResult queryDocuments(
        Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
      boolean isByIndex = query.containsKey(ID) || isById(orderBy);
      if (!ID.equals(getIdField()) || !isByIndex)
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
      NavigableMap<Object, Integer> found = within(query.get(ID));
      boolean isDescending = isById(orderBy) && ((Number) orderBy.get(ID)).intValue() < 0;
      Stream<Document> inOrder = (isDescending ? found.descendingMap() : found).values().stream().map(this::getDocument);
      return matchDocumentsFromStream(
          inOrder, query, isById(orderBy) ? null : orderBy, skip, limit, batchSize, fields);
    }

    private static boolean isById(Document orderBy) {
      return orderBy != null && orderBy.keySet().equals(Set.of(ID)) && orderBy.get(ID) instanceof Number;
    }

    /** Every document that a condition on `_id` can mean; the query itself leaves out what is too much. */
    private NavigableMap<Object, Integer> within(Object condition) {
      if (isPlain(condition)) return between(condition, condition);
      if (!(condition instanceof Document operators)) return positions;
      if (operators.get("$in") instanceof Collection<?> ids && ids.stream().allMatch(ById::isPlain)) return those(ids);
      Object[] bounds = {null, null};
      for (Map.Entry<String, Object> operator : operators.entrySet()) {
        Object value = operator.getValue();
        if (!isPlain(value)) continue;
        switch (operator.getKey()) {
          case "$eq" -> bounds = new Object[] {larger(bounds[0], value), smaller(bounds[1], value)};
          case "$gt", "$gte" -> bounds[0] = larger(bounds[0], value);
          case "$lt", "$lte" -> bounds[1] = smaller(bounds[1], value);
          default -> {}
        }
      }
      return between(bounds[0], bounds[1]);
    }

    private NavigableMap<Object, Integer> those(Collection<?> ids) {
      NavigableMap<Object, Integer> found = new TreeMap<>(positions.comparator());
      for (Object id : ids) {
        Integer position = positions.get(id);
        if (position != null) found.put(id, position);
      }
      return found;
    }

    private NavigableMap<Object, Integer> between(Object lowest, Object highest) {
      if (lowest == null && highest == null) return positions;
      if (lowest == null) return positions.headMap(highest, true);
      if (highest == null) return positions.tailMap(lowest, true);
      if (positions.comparator().compare(lowest, highest) > 0) return Collections.emptyNavigableMap();
      return positions.subMap(lowest, true, highest, true);
    }

    private Object larger(Object bound, Object other) {
      return bound == null || positions.comparator().compare(other, bound) > 0 ? other : bound;
    }

    private Object smaller(Object bound, Object other) {
      return bound == null || positions.comparator().compare(other, bound) < 0 ? other : bound;
    }

    private static boolean isPlain(Object value) {
      return value instanceof String || value instanceof Number;
    }
  }

  public static void main(String[] arguments) {
    MongoBackend backend = arguments.length > 2 ? new H2Backend(arguments[2]) : new Memory();
    MongoServer server = new MongoServer(backend.version(new Version()));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind(arguments[0], Integer.parseInt(arguments[1]));
    System.out.println("ready");
  }
}
