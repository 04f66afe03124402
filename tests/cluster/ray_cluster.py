"""A Ray cluster of two nodes on this machine: it prints its address, and follows lines.

`lose` loses a node, first the one that is not the head; `join` adds one.
"""

from __future__ import annotations

import os
import sys

os.environ |= {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # 127.0.0.1
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_health_check_period_ms": "500",  # a lost node is noticed within seconds,
    "RAY_health_check_timeout_ms": "10000",  # and one that is only slow, on a busy machine, is not taken for lost
}

from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 100 << 20, "node_ip_address": "127.0.0.1"}
ALONE = {"include_dashboard": False, "include_log_monitor": False, "no_monitor": True}


def main() -> None:
    cluster = Cluster(initialize_head=True, head_node_args=NODE | ALONE)
    nodes = [cluster.head_node, cluster.add_node(**NODE)]
    print(cluster.address, flush=True)
    for line in sys.stdin:
        if line == "join\n":
            nodes.append(cluster.add_node(**NODE))
        else:
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        print("done", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
