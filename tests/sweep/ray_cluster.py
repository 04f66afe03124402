"""A Ray cluster of two nodes on this machine. It prints its address, and loses a node for each line that it is sent."""

from __future__ import annotations

import os
import sys

os.environ |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}  # 127.0.0.1, and no reports

from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 200 << 20, "node_ip_address": "127.0.0.1"}


def main() -> None:
    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    nodes = [cluster.add_node(**NODE), cluster.head_node]
    print(cluster.address, flush=True)
    for _ in sys.stdin:
        cluster.remove_node(nodes.pop(0), allow_graceful=False)
        print("lost", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
