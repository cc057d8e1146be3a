import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

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

  public static void main(String[] arguments) {
    MongoBackend backend = arguments.length > 2 ? new H2Backend(arguments[2]) : new MemoryBackend();
    MongoServer server = new MongoServer(backend.version(new Version()));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind(arguments[0], Integer.parseInt(arguments[1]));
    System.out.println("ready");
  }
}
